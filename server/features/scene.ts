// What there is to draw: the templates under a root as plain data, each once however often it is used.
// Where boxes stand is decided by the client alone.
import * as l10n from '@vscode/l10n';
import type { LinkLook, Refusal, Scene, SceneEnd, SceneLink, ScenePart, SceneTemplate } from '../protocol.ts';
import { fingerprint } from '../semantics/fingerprint.ts';
import type { Kind } from '../semantics/hardware.ts';
import {
  type Connection,
  deviceAt,
  devicePath,
  type Part,
  partOf,
  placeIndex,
  type Template,
} from '../semantics/template.ts';
import type { Workspace } from '../workspace.ts';
import { deviceFacts } from './describe.ts';
import { rootsOf } from './roots.ts';
import { sourceRange } from './sources.ts';

/** Above this many pairs in one template, what joins the same two parts is drawn as one link: nobody could see more. */
const mostLinks = 30_000;

export function scene(workspace: Workspace, uri: string, root?: string): Scene | Refusal {
  const file = workspace.semantics(uri);
  const document = workspace.document(uri);
  if (!file || !document) return { refused: l10n.t('there is no file `{0}`.', uri) };
  const roots = rootsOf(file);
  const name = root ?? roots[0];
  if (name === undefined) return { refused: l10n.t('this file defines no cluster and no node yet: nothing to draw.') };
  const template = roots.includes(name) ? file.template(name) : undefined;
  if (!template) return { refused: l10n.t('this file defines no cluster or node `{0}`.', name) };
  const templates = reachable(template);
  const index = new Map(templates.map((each, i) => [each, i]));
  return {
    uri,
    version: document.version,
    root: name,
    roots,
    templates: templates.map((each) => sceneTemplate(workspace, each, index)),
    ...(templates.every((each) => each.sound) ? {} : { incomplete: true }),
  };
}

/** The template and all that its parts are made of, itself first. */
function reachable(root: Template): Template[] {
  const found = new Set([root]);
  for (const template of found)
    for (const part of template.parts) if (part.type.sort === 'template') found.add(part.type);
  return [...found];
}

function sceneTemplate(workspace: Workspace, template: Template, index: ReadonlyMap<Template, number>): SceneTemplate {
  return {
    name: template.name,
    of: template.of,
    ...(template.doc ? { doc: template.doc } : {}),
    key: fingerprint(template),
    source: sourceRange(workspace, template.source),
    parts: template.parts.map((part) => scenePart(workspace, part, index)),
    links: sceneLinks(workspace, template),
    absent: absentPaths(template),
  };
}

function scenePart(workspace: Workspace, part: Part, index: ReadonlyMap<Template, number>): ScenePart {
  const { type } = part;
  const common = {
    name: part.name,
    dims: part.dims,
    count: part.count,
    type: type.name,
    source: sourceRange(workspace, part.source),
  };
  if (type.sort === 'device') return { ...common, kind: type.kind, detail: deviceFacts(type) };
  const template = index.get(type);
  return { ...common, kind: type.of, ...(template === undefined ? {} : { template }), detail: type.doc ?? '' };
}

function sceneLinks(workspace: Workspace, template: Template): SceneLink[] {
  const pairs = template.connections.reduce((sum, connection) => sum + connection.a.length, 0);
  const ends = new Ends(template);
  const links: SceneLink[] = [];
  for (const connection of template.connections) {
    const source = sourceRange(workspace, connection.source);
    const common = {
      medium: connection.medium?.name ?? '',
      lanes: connection.medium?.width !== undefined,
      directed: connection.directed,
      source,
    };
    const merged = new Map<string, number>();
    for (let i = 0; i < connection.a.length; i++) {
      const a = ends.at(connection.a[i]);
      const b = ends.at(connection.b[i]);
      if (pairs > mostLinks) {
        const key = `${a.part} ${b.part}`;
        const at = merged.get(key);
        if (at !== undefined) {
          links[at] = sum(links[at], connection);
          continue;
        }
        merged.set(key, links.length);
      }
      links.push({
        a,
        b,
        look: linkLook(connection, ends.kind(connection.a[i]), ends.kind(connection.b[i])),
        count: connection.count,
        GBps: connection.rate / 1e9,
        effectiveGBps: connection.effectiveRate / 1e9,
        ...common,
      });
    }
  }
  return links;
}

const sum = (link: SceneLink, more: Connection): SceneLink => ({
  ...link,
  count: link.count + more.count,
  GBps: link.GBps + more.rate / 1e9,
  effectiveGBps: link.effectiveGBps + more.effectiveRate / 1e9,
});

/** Template-local device numbers as ends; what lies inside equal places is named once. */
class Ends {
  readonly #template: Template;
  readonly #inner = new Map<string, { inner: string; kind: Kind }>();

  constructor(template: Template) {
    this.#template = template;
  }

  at(device: number): SceneEnd {
    const part = partOf(this.#template, device);
    const place = Math.floor((device - part.first) / part.stride);
    return { part: this.#template.parts.indexOf(part), place, inner: this.#inside(part, device).inner };
  }

  kind(device: number): Kind {
    return this.#inside(partOf(this.#template, device), device).kind;
  }

  #inside(part: Part, device: number): { inner: string; kind: Kind } {
    if (part.type.sort === 'device') return { inner: '', kind: part.type.kind };
    const local = (device - part.first) % part.stride;
    const key = `${part.first} ${local}`;
    let found = this.#inner.get(key);
    if (!found) {
      found = { inner: devicePath(part.type, local), kind: deviceAt(part.type, local).kind };
      this.#inner.set(key, found);
    }
    return found;
  }
}

/** By what a link is where the library's families are used, else by what it joins. */
function linkLook({ medium }: Connection, a: Kind, b: Kind): LinkLook {
  if (!medium) return 'plain';
  if (medium.width !== undefined) return 'pcie';
  if (medium.family === 'NVLink') return 'nvlink';
  if (medium.transport !== undefined || medium.family === 'Ethernet') return 'ethernet';
  if (medium.family === 'InfiniBand') return 'infiniband';
  if (a === 'cpu' || b === 'cpu') return 'socket';
  return a === 'nic' || b === 'nic' ? 'infiniband' : 'scaleup';
}

/** The largest places that are out as a whole: `su[3].dgx[31]`, not each device in it. */
function absentPaths(template: Template): string[] {
  const out = new Set<number>();
  for (const absence of template.absences) for (const device of absence.devices) out.add(device);
  if (out.size === 0) return [];
  const paths: string[] = [];
  collectAbsent(template, 0, '', out, paths);
  return paths;
}

function collectAbsent(template: Template, offset: number, prefix: string, out: Set<number>, paths: string[]): void {
  for (const part of template.parts)
    for (let place = 0; place < part.count; place++) {
      const first = offset + part.first + place * part.stride;
      let missing = 0;
      for (let d = first; d < first + part.stride; d++) if (out.has(d)) missing++;
      if (missing === 0) continue;
      const path = `${prefix}${part.name}${placeIndex(part.dims, place)}`;
      if (missing === part.stride) paths.push(path);
      else if (part.type.sort === 'template') collectAbsent(part.type, first, `${path}.`, out, paths);
    }
}
