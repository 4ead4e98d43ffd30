// The systems of the library: each passes its own checks, and all that it expects of itself (the published figures) holds.
import { describe, expect, it } from 'vitest';
import { Answers, questionsOf } from '../../server/features/answers.ts';
import { libraryFiles } from '../../server/library/index.ts';
import { analyseFile, type FileSemantics } from '../../server/semantics/file.ts';
import { parse } from '../../server/syntax/parser.ts';

const nowhere = { resolve: () => undefined };
const files: readonly FileSemantics[] = libraryFiles
  .filter(({ uri }) => uri.includes('/systems/'))
  .map(({ uri, text }) => analyseFile(uri, parse(text).tree, nowhere));

const systems = files.flatMap((file) =>
  [...file.definitions.values()].filter(({ sort }) => sort === 'body').map(({ name }) => ({ name, file })),
);

describe.each(systems)('$name', ({ name, file }) => {
  const asked = questionsOf(file).filter(({ template }) => template.name === name);

  it('expects something of itself, and it holds', () => {
    expect(asked.length).toBeGreaterThan(0);
    for (const each of asked) {
      const { source } = each.question;
      const question = file.tree.text.slice(source.start, source.end);
      const { ok, findings } = new Answers().answer(file, each);
      expect({ question, findings, ok }).toEqual({ question, findings: [], ok: true });
    }
  });
});
