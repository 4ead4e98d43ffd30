// docs/systems.md is the library's systems as one looks them up: by file, in its order, with what each is held to.
// `npm run library` writes it anew.
import { expect, it } from 'vitest';
import { questionsOf } from '../../server/features/answers.ts';
import type { FileSemantics } from '../../server/semantics/file.ts';
import { files } from './support.ts';

const titles: Readonly<Record<string, string>> = {
  dgx: 'NVIDIA DGX',
  hgx: 'NVIDIA HGX boards',
  grace: 'NVIDIA Grace',
  amd: 'AMD',
  tpu: 'Google TPU',
  others: 'Intel, Amazon, Huawei',
  cloud: 'Clouds, supercomputers, a box of cards',
  pods: 'SuperPODs',
};

const intro = `# The systems of the library

Servers, boards and clusters that one can use by name, as in \`dgx[4] : DGX_H100\`. Each passes its own checks, and is held to its published
figures: the last column, checked by a test. Rates are **one way**, so what a vendor prints both ways together is halved. Where their wiring
comes from, and what in it is assumed, stands above each definition: go to it from any of its uses.
`;

/** The name with its parameters, as the definition writes them. */
function signature(file: FileSemantics, name: string): string {
  const head = new RegExp(`^(?:node|cluster) (${name}(?:\\([^)]*\\))?)(?=[ \\n])`, 'm').exec(file.tree.text);
  return head?.[1] ?? name;
}

function section(file: FileSemantics): string {
  const key = /\/systems\/(\w+)\.topo$/.exec(file.uri)?.[1] ?? '';
  const asked = questionsOf(file);
  const rows = [...file.definitions.values()].map(({ name, doc }) => {
    const truths = asked
      .filter(({ template }) => template.name === name)
      .map(({ question: { expr } }) => `\`${file.tree.text.slice(expr.start, expr.end)}\``);
    return `| \`${signature(file, name)}\` | ${(doc ?? '').replaceAll(/\s+/g, ' ')} | ${truths.join('<br>')} |`;
  });
  return `## ${titles[key] ?? key}\n\n| system | what it is | held to |\n|---|---|---|\n${rows.join('\n')}\n`;
}

it('lists every system', async () => {
  const systems = files.filter(({ uri }) => uri.includes('/systems/'));
  const page = `${intro}\n${systems.map(section).join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../docs/systems.md');
});
