// docs/library.md is the library's links and devices as one looks them up: by file, in its order, with its own words.
// `npm run library` writes it anew.
import { expect, it } from 'vitest';
import { type DeviceType, type LinkType, laneRate, lanesOf, rateOf } from '../../server/semantics/hardware.ts';
import { formatNumber, formatQuantity } from '../../server/syntax/quantities.ts';
import { devices, files, links } from './support.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
const told = (doc: string | undefined): string => (doc ?? '').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

const linkHead = ['link', 'one way', 'software', 'latency', 'an end', 'what it is'];
function linkRow(link: LinkType): string[] {
  const share = link.efficiency === 1 ? '' : `${formatNumber(link.efficiency * 100)} %`;
  const latency = link.latency > 0 ? formatQuantity(link.latency, 'time') : '';
  const overhead = link.overhead > 0 ? formatQuantity(link.overhead, 'time') : '';
  return [`\`${link.name}\``, oneWay(link), share, latency, overhead, told(link.doc)];
}

function oneWay(link: LinkType): string {
  if (link.rate === undefined) return 'family';
  const rate = formatQuantity(laneRate(link) * (link.width ?? lanesOf(link)), 'rate');
  return link.width === undefined ? rate : `${rate} over ${link.width} lanes`;
}

const deviceHead = ['device', 'ports', 'one way', 'figures', 'what it is'];
function deviceRow(device: DeviceType): string[] {
  const ports = device.ports ?? [];
  return [
    `\`${device.name}\``,
    ports.map(({ link, count }) => `\`${link.name}\` x${count}`).join('<br>'),
    ports.map((entry) => formatQuantity(rateOf(entry), 'rate')).join('<br>'),
    figures(device).join('<br>'),
    told(device.doc),
  ];
}

function figures({ memory, memoryBandwidth, compute, power, latency, reduces }: DeviceType): string[] {
  const found: string[] = [];
  if (memory !== undefined) found.push(formatQuantity(memory, 'size'));
  if (memoryBandwidth !== undefined) found.push(formatQuantity(memoryBandwidth, 'rate'));
  for (const [precision, flops] of Object.entries(compute)) {
    const peak = formatQuantity(flops, 'compute');
    if (precision !== 'fp16' || compute.bf16 !== flops) found.push(`${peak} ${precision}`);
  }
  if (power !== undefined) found.push(formatQuantity(power, 'power'));
  if (latency > 0) found.push(`${formatQuantity(latency, 'time')} through it`);
  if (reduces) found.push('reduces');
  return found;
}

const groups: readonly [start: string, title: string][] = [
  ['links/', 'Links'],
  ['accelerators/', 'Accelerators'],
  ['cpus', 'Processors'],
  ['nics', 'Network adapters'],
  ['switches/', 'Switches'],
];

/** The sections of one group: the opening comment of each file, and a table of what it defines. */
function sections([start, title]: readonly [string, string]): string {
  const parts = [`## ${title}`];
  for (const { uri, tree } of files) {
    if (!uri.startsWith(`topo-library:/${start}`)) continue;
    const opening = tree.text.slice(0, tree.text.indexOf('\n\n')).replaceAll(/^\/\/ /gm, '');
    const rows = links.filter(({ source }) => source.uri === uri).map(linkRow);
    parts.push(opening);
    if (rows.length > 0) parts.push(table(linkHead, rows));
    else parts.push(table(deviceHead, devices.filter(({ source }) => source.uri === uri).map(deviceRow)));
  }
  return parts.join('\n\n');
}

const page = `# The library

Every link and device that Topo knows, by its name. In the editor, hover a name to read this, and go to its definition to read where each figure
comes from. Rates are **one way**; what a vendor prints both ways together is told in words. *Software* is the share of the rate that
copies and collectives get; *figures* of an accelerator are memory, its rate, dense compute and power.

What is not here is one line away: \`link Mine : Ethernet { rate = 50 GB/s }\`, \`device Mine : H100_SXM { memory = 96 GB }\`.

${groups.map(sections).join('\n\n')}
`;

it('holds every link and device once', () => {
  for (const { name } of [...links, ...devices])
    expect([name, page.split(`| \`${name}\` |`).length]).toEqual([name, 2]);
});

it('is the page in docs', async () => {
  await expect(page).toMatchFileSnapshot('../../docs/library.md');
});
