// `show` and `expect`: the text at the end of the line, the finding where one fails, and what is kept from version to version.
import { describe, expect, test } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { makeAsker } from '../../server/questions/asker.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { annotate, withoutExpectations } from '../support/fixture.ts';
import { open, uri } from './support.ts';

const fileOf = (text: string): FileSemantics => {
  const file = open(text).workspace.semantics(uri);
  if (!file) throw new Error('no file');
  return file;
};

/** Every answer as it stands at the end of its line is the line's comment `// = …`; findings are the marks under it. */
function check(stated: string): void {
  const text = withoutExpectations(stated).replaceAll(/ *\/\/ =.*$/gm, '');
  const file = fileOf(text);
  const answers = new Answers();
  const lines = text.split('\n');
  const findings = [];
  // As every face does: nothing is asked of a template with errors.
  for (const asked of questionsOf(file).filter(({ template }) => template.sound)) {
    const answer = answers.answer(file, asked);
    findings.push(...answer.findings);
    const line = text.slice(0, asked.question.source.end).split('\n').length - 1;
    lines[line] += ` // = ${answer.text}`.trimEnd();
  }
  const plain = annotate(text, findings).split('\n');
  let at = 0;
  const found = plain.map((line) => (/^\s*\/\/ +\^/.test(line) ? line : (lines[at++] ?? '')));
  expect(found.join('\n')).toBe(stated);
}

const ring = (questions: string): string => `cluster Ring {
  g[4] : gpu
  g[i] -- g[(i + 1) % 4] : 50 GB/s, 1 us
${questions}
}`;

describe('what stands at the end of the line', () => {
  // Hand calculation: 2 · 3/4 · 1 GB over 100 GB/s (both ways round) is 15 ms, and 2 · 3 steps of 1 us; busbw = 1.5 GB / 15.006 ms.
  // Of 8 Gb/s ... a cut of the ring into halves takes two cables: 2 · 50 GB/s. The farthest two are two links apart.
  test('of a show', () =>
    check(
      ring(`  show allreduce(1 GB, algorithm = ring) // = 15 ms · 100 GB/s busbw · ring
  show allreduce(1 GB, algorithm = ring).time // = 15 ms
  show bisection // = 100 GB/s
  show diameter // = 2
  show count(gpu) * 2 // = 8
  show bisection > 1 GB/s // = true`),
    ));
  test('of an expect that holds', () =>
    check(ring('  expect diameter == 2 // = ✓ 2\n  expect bisection >= 90 GB/s // = ✓ 100 GB/s')));
  test('of a truth that is no comparison', () => check(ring('  expect true && diameter == 2 // = ✓')));
});

describe('an expect that fails', () => {
  test('says what it is and what it should be', () =>
    check(
      ring(`  expect bisection >= 200 GB/s // = ✗ 100 GB/s
//       ^^^^^^^^^^^^^^^^^^^^^ error expect.failed: not so: \`bisection\` is 100 GB/s, expected >= 200 GB/s.`),
    ));
  test('in brackets', () =>
    check(
      ring(`  expect (diameter < 2) // = ✗ 2
//       ^^^^^^^^^^^^^^ error expect.failed: not so: \`diameter\` is 2, expected < 2.`),
    ));
  test('without sides', () =>
    check(
      ring(`  expect diameter == 2 && count(gpu) == 5 // = ✗
//       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error expect.failed: not so: \`diameter == 2 && count(gpu) == 5\` does not hold.`),
    ));
});

test('a question that is wrong or half typed takes nothing from the others', () =>
  check(
    ring(`  expect diameter == 2 // = ✓ 2
  show allr // =
//     ^^^^ error name.unknown: nothing here is called \`allr\`; the nearest is \`allreduce\`.
  show // =
  expect count(gpu) == 4 // = ✓ 4`),
  ));

test('what cannot be answered says why, at its place', () =>
  check(`cluster Apart {
  g[2] : gpu
  show allreduce(1 GB) // =
//     ^^^^^^^^^^^^^^^ error ask.unreachable: g[0] cannot reach g[1].
}`));

describe('kept', () => {
  /** How often something had to be worked out for each of the texts, one after the other. */
  function checkWork(texts: readonly string[], ...expected: number[]): void {
    let asked = 0;
    const answers = new Answers((template, options) => {
      const ask = makeAsker(template, options);
      return (question) => {
        asked++;
        return ask(question);
      };
    });
    const counts = texts.map((text) => {
      asked = 0;
      const file = fileOf(text);
      for (const each of questionsOf(file)) answers.answer(file, each);
      return asked;
    });
    expect(counts).toEqual(expected);
  }
  const text = ring('  show bisection\n  expect diameter == 2');
  test('an edit elsewhere asks nothing again', () => checkWork([text, `// longer\n\n${text}\nlet a = 1\n`], 2, 0));
  test('a changed question asks that one alone', () => checkWork([text, text.replace('== 2', '== 3')], 2, 1));
  test('a changed link asks all', () => checkWork([text, text.replace('50 GB', '60 GB')], 2, 2));
  test('a changed size asks all', () => checkWork([text, text.replaceAll('4', '6')], 2, 2));
  test('there and back', () => checkWork([text, text.replace('50 GB', '60 GB'), text], 2, 2, 0));
  test('a constant that a question rests on', () => {
    const with1 = `let size = 1 GB\n${ring('  show allreduce(size)')}`;
    checkWork([with1, with1.replace('1 GB', '2 GB')], 1, 1);
  });
  test('through another constant', () => {
    const with1 = `let base = 1 GB\nlet size = 2 * base\n${ring('  show allreduce(size)')}`;
    checkWork([with1, with1.replace('1 GB', '2 GB')], 1, 1);
  });
  test('a property that a question rests on', () => {
    const limit = `device D : gpu { power = 1 kW }\n${ring('  expect power <= D.power')}`;
    checkWork([limit, limit.replace('1 kW', '2 kW')], 1, 1);
  });
  test('the host a device is in', () => {
    const node = ring('  show bisection').replace('cluster', 'node');
    checkWork([node, node.replace('node', 'cluster')], 1, 1);
  });
  test('an answer that was broken off is not kept', () => {
    const answers = new Answers();
    const file = fileOf(text);
    const [asked] = questionsOf(file);
    answers.answer(file, asked, () => true);
    expect(answers.answer(file, asked).text).toBe('100 GB/s');
  });
  test('findings move with their question', () => {
    const answers = new Answers();
    const wrong = ring('  expect diameter == 3');
    const spans = [wrong, `let a = 1\n${wrong}`].map((each) => {
      const file = fileOf(each);
      const [finding] = answers.answer(file, questionsOf(file)[0]).findings;
      return each.slice(finding.start, finding.end);
    });
    expect(spans).toEqual(['diameter == 3', 'diameter == 3']);
  });
});

describe('a question that takes too long', () => {
  /** The answer with an engine that looks twice whether it should go on, and how often that engine was asked. */
  function check(cancelled: boolean, over: boolean) {
    let asked = 0;
    const answers = new Answers((_template, { cancelled: stops = () => false } = {}) => () => {
      asked++;
      const stopped = stops() || stops();
      return stopped
        ? { type: 'fault', code: 'ask.cancelled', message: 'cancelled.' }
        : { type: 'number', value: 1, whole: true };
    });
    const file = fileOf(ring('  show diameter'));
    const [question] = questionsOf(file);
    const patience = { seconds: 3, isOver: () => over };
    const answer = () => answers.answer(file, question, () => cancelled, patience);
    answer();
    return { ...answer(), asked };
  }

  test('is told so once, and not asked again', () => {
    const { text, findings, asked } = check(false, true);
    expect([text, asked]).toEqual(['', 1]);
    expect(findings).toMatchObject([{ code: 'ask.long', severity: 'information' }]);
    expect(findings[0].message).toContain('more than 3 s');
  });
  test('is asked again where it was broken off before that', () => expect(check(true, false).asked).toBe(2));
  test('is answered where there is time', () => expect(check(false, false)).toMatchObject({ text: '1', asked: 1 }));
});
