// `topo render`: the diagram as the page draws it, to a file. elkjs and the rasteriser are loaded when they are needed and
// not before.
import { writeFileSync } from 'node:fs';
import { collectives } from '../../server/collectives/collective.ts';
import { analysis } from '../../server/features/analysis.ts';
import { scene } from '../../server/features/scene.ts';
import type { AnalyzeParams, AnalyzeResult, Scene } from '../../server/protocol.ts';
import { parseSize } from '../../server/syntax/quantities.ts';
import type { Workspace } from '../../server/workspace.ts';
import { draw, isTheme, layOut, type Marks, plainView, svgText, toggle } from '../diagram/diagram.ts';
import { print, type Status, UsageError } from './outcome.ts';
import { chooseRoot, openSource, openWorkspace, type Source } from './sources.ts';

export interface RenderOptions {
  readonly root?: string;
  readonly output: string;
  readonly theme: string;
  readonly expand: readonly string[];
  readonly heat?: string;
}

/** Short names of themes. */
const aliases: Readonly<Record<string, string>> = { hc: 'hc-dark', hclight: 'hc-light' };

export async function render(path: string, options: RenderOptions): Promise<Status> {
  const { output } = options;
  const theme = aliases[options.theme] ?? options.theme;
  if (output !== '-' && !/\.(svg|png)$/.test(output))
    throw new UsageError(`render writes .svg and .png, not ${output}; say -o NAME.svg or -o NAME.png.`);
  if (!isTheme(theme)) throw new UsageError(`There is no theme ${theme}.`);
  const workspace = openWorkspace();
  const source = openSource(workspace, path);
  const root = chooseRoot(source, options.root);
  const drawn = scene(workspace, source.uri, root);
  if ('refused' in drawn) throw new UsageError(`${source.path}: ${drawn.refused}`);
  const marks = options.heat === undefined ? {} : heat(workspace, source, root, options.heat);
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const layout = await layOut(drawn, opened(drawn, options.expand), new Elk());
  const picture = `${svgText(draw(layout, { theme, marks }))}\n`;
  if (!output.endsWith('.png')) write(output, picture);
  else write(output, await (await import('../raster/raster.ts')).pngOf(picture));
  return 0;
}

function opened(drawn: Scene, paths: readonly string[]) {
  return paths.reduce((view, path) => {
    const next = toggle(drawn, view, path);
    if (next === view) throw new UsageError(`There is nothing to open at ${path}.`);
    return next;
  }, plainView);
}

/** `allreduce(1 GiB)`, or with an algorithm: `alltoall(64 MiB, algorithm = direct)`. */
function heat(workspace: Workspace, source: Source, root: string, question: string): Marks {
  const result = analysis(workspace, { ...heatParams(question), uri: source.uri, root });
  if ('refused' in result) throw new UsageError(`--heat: ${result.refused}`);
  return marksOf(result);
}

function heatParams(question: string): Omit<AnalyzeParams, 'uri'> {
  const match = /^\s*(\w+)\s*\(\s*([^,)]*?)\s*\)\s*$/.exec(question);
  const collective = collectives.find((each) => each === match?.[1]);
  const size = collective === 'barrier' ? 0 : parseSize(match?.[2] ?? '');
  if (!collective || size === undefined) throw new UsageError(`--heat takes a collective, as 'allreduce(1 GiB)'.`);
  return { collective, size };
}

function marksOf({ algorithms, loads }: AnalyzeResult): Marks {
  const bottleneck = algorithms[0]?.bottleneck;
  if (!bottleneck) return { loads };
  const { a, b, busy } = bottleneck;
  return { loads, bottleneck: { a, b, busy } };
}

function write(output: string, picture: string | Uint8Array): void {
  if (output === '-' && typeof picture === 'string') {
    print(picture);
    return;
  }
  try {
    writeFileSync(output, picture);
  } catch (thrown) {
    throw new UsageError(`${output} cannot be written: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
}
