// A template's structure as a short text: what an answer or a picture depends on, and not where it was written.
import type { DeviceType } from './hardware.ts';
import type { Template } from './template.ts';

const fingerprints = new WeakMap<Template, string>();

/** Equal for templates that look alike: parts, links and what lies inside; names of parts and types count, positions in the text do not. */
export function fingerprint(template: Template): string {
  const kept = fingerprints.get(template);
  if (kept) return kept;
  const hash = new Hash();
  hash.text(template.name);
  for (const part of template.parts) {
    hash.text(part.name);
    for (const size of part.dims) hash.number(size);
    hash.text(part.type.sort === 'device' ? JSON.stringify(facts(part.type)) : fingerprint(part.type));
  }
  for (const connection of template.connections) {
    hash.text(`${connection.medium?.name} ${connection.count} ${connection.directed}`);
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

/** What of a device can change an answer or a picture; not where it was written. */
function facts({ source: _source, base: _base, doc: _doc, ports, ...rest }: DeviceType): object {
  return { ...rest, ports: ports?.map(({ link, count }) => [link.name, count]) };
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
