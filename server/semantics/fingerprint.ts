// A template's structure as a short text: what an answer or a picture depends on, and not where it was written.
import type { DeviceType, LinkType } from './hardware.ts';
import type { Template } from './template.ts';
import type { Value } from './values.ts';

const fingerprints = new WeakMap<Template, string>();

/** Equal for templates that look alike: parts, links and what lies inside; names of parts and types count, positions in the text do not. */
export function fingerprint(template: Template): string {
  const kept = fingerprints.get(template);
  if (kept) return kept;
  const hash = new Hash();
  hash.text(`${template.of} ${template.name}`);
  for (const part of template.parts) {
    hash.text(`${part.name} ${part.dims.join()}`);
    hash.text(part.type.sort === 'device' ? deviceFacts(part.type) : fingerprint(part.type));
  }
  for (const connection of template.connections) {
    hash.text(`${connection.medium && linkFacts(connection.medium)} ${connection.count} ${connection.directed}`);
    hash.text(`${connection.rate} ${connection.effectiveRate} ${connection.latency}`);
    for (let i = 0; i < connection.a.length; i++) hash.number(connection.a[i]);
    for (let i = 0; i < connection.b.length; i++) hash.number(connection.b[i]);
  }
  for (const absence of template.absences) {
    for (const device of absence.devices) hash.number(device);
    hash.text(JSON.stringify(absence.links));
  }
  const made = `${template.name} ${hash.result()}`;
  fingerprints.set(template, made);
  return made;
}

/** What a value is, whole: equal texts, equal answers. A node or cluster is told by its name alone, places by their kind. */
export function valueFacts(value: Value): string {
  if (value.type === 'selection') return value.type;
  if (value.type === 'result') return JSON.stringify([value.result.shown, ...value.result.fields]);
  if (value.type === 'counted') return `${linkFacts(value.link)} x${value.count}`;
  if (value.type !== 'definition') return JSON.stringify(value);
  const { definition } = value;
  if (definition.sort === 'device') return deviceFacts(definition);
  if (definition.sort === 'link') return linkFacts(definition);
  return definition.sort === 'model' ? JSON.stringify([...definition.properties]) : definition.name;
}

/** What of a device can change an answer or a picture; not where it was written. */
function deviceFacts({ source: _source, base, doc: _doc, ports, ...rest }: DeviceType): string {
  const bases: string[] = [];
  for (let at = base; at; at = at.base) bases.push(at.name);
  return JSON.stringify({ ...rest, bases, ports: ports?.map(({ link, count }) => [link.name, count]) });
}

function linkFacts({ source: _source, base, doc: _doc, ...rest }: LinkType): string {
  const bases: string[] = [];
  for (let at = base; at; at = at.base) bases.push(at.name);
  return JSON.stringify({ ...rest, bases });
}

/** Two 32-bit FNV-1a streams side by side: 64 bits, enough that two templates of one workspace do not meet. */
class Hash {
  #a = 0x811c9dc5;
  #b = 0x01234567;

  number(value: number): void {
    this.#a = Math.imul(this.#a ^ value, 0x01000193);
    this.#b = Math.imul(this.#b ^ value ^ (value >>> 15), 0x85ebca6b);
    this.#b ^= this.#b >>> 13;
  }
  text(value: string): void {
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
    this.number(-1);
  }
  result(): string {
    return (this.#a >>> 0).toString(16).padStart(8, '0') + (this.#b >>> 0).toString(16).padStart(8, '0');
  }
}
