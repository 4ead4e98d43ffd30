// How wide text comes out in Inter, the font of pictures in files (rsms.me/inter, 4.x), in thousandths of its size: the advance of each
// sign, without kerning, which only makes it narrower. The editor's own fonts are narrower still.

/** Space to tilde, then the few others that names, counts and rates are written with. */
const signs = `${String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))}\u00d7\u00b7\u2009\u2026\u2013`;
/** Of signs that are not listed: as wide as the widest letters; of East Asian ones as wide as high. */
const unknown = 900;
const square = 1000;

const widths = (text: string): ReadonlyMap<string, number> => {
  const all = text.split(' ').map(Number);
  return new Map([...signs].map((sign, i) => [sign, all[i]]));
};

const regular = widths(
  '281 288 466 633 642 982 644 300 365 365 501 662 288 460 288 360 631 407 610 618 646 593 620 566 619 620 288 ' +
    '302 662 662 662 511 966 690 654 730 722 601 590 746 743 269 571 672 565 903 753 765 639 765 644 642 646 744 ' +
    '690 985 682 679 629 365 360 365 471 456 323 562 612 571 612 583 370 613 591 242 242 549 242 876 591 600 612 ' +
    '612 376 528 327 591 562 818 546 562 552 426 333 426 662 662 288 182 864 500',
);

const bold = widths(
  '252 321 523 644 650 1004 663 326 373 373 540 673 319 465 319 379 660 423 623 636 666 612 640 576 640 640 ' +
    '319 329 673 673 673 543 999 728 659 737 722 605 588 749 746 277 580 703 565 922 759 769 645 773 652 650 660 ' +
    '736 728 1020 720 713 652 373 379 373 481 469 351 574 624 583 624 591 389 625 612 262 262 569 262 900 612 ' +
    '609 624 624 397 549 353 612 587 839 569 588 566 455 359 455 673 673 319 166 956 500',
);

/** Pixels at a size in pixels. `spacing`: what is put after each sign, as a share of the size. */
export function advance(words: string, size: number, heavy: boolean, spacing: number): number {
  const table = heavy ? bold : regular;
  let sum = 0;
  let count = 0;
  for (const sign of words) {
    sum += table.get(sign) ?? ((sign.codePointAt(0) ?? 0) >= 0x2e80 ? square : unknown);
    count++;
  }
  return (sum / 1000 + count * spacing) * size;
}
