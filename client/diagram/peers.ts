// What links lead to, in words: ` to PCIe 0` where it is one thing, ` to 4 switches` where there are several.
import type { ScenePart } from '../../server/protocol.ts';
import type { Box, Placed } from './model.ts';
import { memberName, spoken, thousands } from './words.ts';

type End = readonly [box: Box, port: string];

/** With a space before; empty where it would say nothing, as of a full mesh. */
export function peerWords(placed: Placed, far: readonly End[]): string {
  const counts = new Map<string, number>();
  let only: string | undefined;
  for (const [box, port] of distinct(far)) {
    const part = placed.template.parts[box.part];
    if (!part) continue;
    const member = box.places.length === 1 || (part.template === undefined && port !== '');
    const word = kindWord(part);
    counts.set(word, (counts.get(word) ?? 0) + (member ? 1 : box.places.length));
    if (member) only = memberName(part, box.places.length === 1 ? box.places[0] : Number(port));
  }
  const all = [...counts];
  if (all.length === 0) return '';
  if (all.length === 1 && all[0][1] === 1 && only !== undefined) return ` to ${only}`;
  const words = all.map(([word, count]) => `${thousands(count)} ${count === 1 ? word : plural(word)}`);
  const last = words.pop();
  return ` to ${words.length > 0 ? `${words.join(', ')} and ` : ''}${last}`;
}

/** Two ports of one card are one thing; two places of a grid are two. */
function distinct(far: readonly End[]): Iterable<End> {
  const found = new Map<string, End>();
  for (const end of far) {
    const [box, port] = end;
    const card = box.form === 'card' || box.form === 'open' || box.places.length === 1;
    found.set(card ? box.id : `${box.id} ${port}`, end);
  }
  return found.values();
}

const kindWord = ({ kind, name, template }: ScenePart): string => {
  if (template !== undefined) return name.replaceAll('_', ' ');
  return ['gpu', 'cpu', 'nic'].includes(kind) ? spoken(kind) : kind;
};

const plural = (word: string): string => (/(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`);
