// `--severity CODE=LEVEL`, as often as wanted: the levels that findings are told at.
import { explained, kinds } from '../../server/features/codes.ts';
import { type Level, type Levels, levels } from '../../server/features/steering.ts';
import { suggestion } from './explain.ts';
import { UsageError } from './outcome.ts';

/** Throws UsageError where a code or a level does not exist. Of two for one code the last holds. */
export function levelsFrom(options: readonly string[]): Levels {
  return new Map(options.map(levelFrom));
}

function levelFrom(option: string): [code: string, level: Level] {
  const [, code, word] = /^([^=]*)=(.*)$/.exec(option) ?? [];
  if (code === undefined || word === undefined)
    throw new UsageError(`--severity takes CODE=LEVEL, as wiring.far=off, not ${option}.`);
  const codes = [...explained.keys(), ...kinds.map((kind) => `${kind}.*`)];
  if (!codes.includes(code)) throw new UsageError(`no finding has the code ${code}${suggestion(code, codes)}.`);
  const level = levels.find((each) => each === word);
  if (!level) throw new UsageError(`a level is one of ${levels.join(', ')}, not ${word}.`);
  return [code, level];
}
