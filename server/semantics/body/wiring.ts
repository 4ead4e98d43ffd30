// Whether what is joined makes sense, asked only of a body without other faults: each check says what is wrong once.
import type { Template } from '../template.ts';
import type { Joined } from './connect.ts';
import { checkFar } from './far.ts';
import { checkHost } from './hosts.ts';
import { linkTotal } from './kept.ts';
import { checkReach } from './reach.ts';
import type { BodyScope } from './scope.ts';
import { checkSiblings } from './siblings.ts';
import { checkTraining } from './trained.ts';
import { checkUneven } from './uneven.ts';
import { checkUplinks } from './uplinks.ts';
import { flatten } from './whole.ts';

export function checkWiring(template: Template, joined: readonly Joined[], scope: BodyScope): void {
  if (joined.some(({ connection, ends }) => connection.a.length === 0 && !hasEmpty(ends.a.parts, ends.b.parts))) return;
  checkHost(template, joined, scope);
  checkTraining(template, joined, scope);
  if (template.of === 'node') checkFar(template, joined, scope);
  if (!joinsAnything(template)) return;
  checkSiblings(template, joined, scope);
  // A link that came up narrow makes its end uneven, and its switch oversubscribed: that is told already.
  const slower = scope.findings.some(({ code }) => code === 'port.slower');
  if (!slower && !isTold(scope)) checkUneven(template, joined, scope);
  if (isTold(scope) || scope.context.isUsed(scope.type)) return;
  const whole = flatten(template);
  if (checkReach(template, whole, joined, scope) && !slower) checkUplinks(template, whole, joined, scope);
}

const isTold = ({ findings }: BodyScope): boolean => findings.some(({ code }) => code.startsWith('wiring.'));

/** A statement over an array of no or one place may well make nothing. */
const hasEmpty = (...ends: (readonly { readonly dims: readonly number[] }[])[]): boolean =>
  ends.some((parts) => parts.some(({ dims }) => dims.some((size) => size <= 1)));

const joinsAnything = ({ connections, parts }: Template): boolean =>
  connections.some(({ a }) => a.length > 0) ||
  parts.some(({ type }) => type.sort === 'template' && linkTotal(type) > 0);
