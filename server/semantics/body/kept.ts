// What is known of a template beside the template itself, for the template's parents and for later questions.
import type { Finding } from '../../syntax/finding.ts';
import type { Template } from '../template.ts';
import type { Elaborated } from './context.ts';
import type { BodyScope } from './scope.ts';

const kept = new WeakMap<Template, { readonly elaborated: Elaborated; readonly scope: BodyScope }>();

export function keep(elaborated: Elaborated, scope: BodyScope): void {
  kept.set(elaborated.template, { elaborated, scope });
}

/** The names an elaborated template was made with; undefined for one made by hand. */
export const scopeOf = (template: Template): BodyScope | undefined => kept.get(template)?.scope;

/** Parts that were declared and could not be made. */
export const brokenParts = (template: Template): ReadonlySet<string> =>
  kept.get(template)?.elaborated.broken ?? new Set();

/** Pairs joined in a template and all its parts. */
export const linkTotal = (template: Template): number => kept.get(template)?.elaborated.linkTotal ?? 0;

/** What is wrong in its own text, with the arguments it was made with. */
export const findingsOf = (template: Template): readonly Finding[] => kept.get(template)?.elaborated.findings ?? [];
