// What a picture costs, from text to SVG: one line of a table. Bundled and run by picture.mjs, each picture in a fresh process.
// Loaded and warmed up as the page is before the first text comes: elkjs is there, and one server has been drawn.
import ELK from 'elkjs/lib/elk.bundled.js';
import { draw, layOut, plainView, svgText, type ViewState } from '../../client/diagram/diagram.ts';
import { scene } from '../../server/features/scene.ts';
import { Workspace } from '../../server/workspace.ts';

const elk = new ELK();
const uri = 'file:///picture.topo';

async function pictureOf(text: string, view: ViewState): Promise<string> {
  const workspace = new Workspace();
  workspace.update(uri, text, 1);
  const drawn = scene(workspace, uri, 'All');
  if ('refused' in drawn) throw new Error(drawn.refused);
  return svgText(draw(await layOut(drawn, view, elk)));
}

/** Milliseconds of CPU, of all threads. */
async function timed(text: string, view: ViewState): Promise<number> {
  const before = process.cpuUsage();
  await pictureOf(text, view);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function main([name, text, manners]: readonly string[]): Promise<void> {
  await pictureOf('node All : DGX_H100', plainView);
  const view: ViewState = { manners: JSON.parse(manners) };
  const row = [await timed(text, view), await timed(text, view)];
  console.log(name.padEnd(44) + row.map((each) => each.toFixed(0).padStart(8)).join(''));
}

void main(process.argv.slice(2));
