// Answers as they stand at the end of a line.
import * as l10n from '@vscode/l10n';
import type { Value } from '../semantics/values.ts';
import { formatNumber, formatQuantity } from '../syntax/quantities.ts';

/** Places of a selection that are named. */
const mostPaths = 4;

export function answerText(value: Value): string {
  switch (value.type) {
    case 'number':
      return Number.isFinite(value.value) ? formatNumber(value.value) : '?';
    case 'quantity':
      return `${value.bound === 'upper' ? '≤ ' : ''}${formatQuantity(value.value, value.dimension)}`;
    case 'truth':
      return value.value === undefined ? '?' : String(value.value);
    case 'definition':
      return value.definition.name;
    case 'kind':
      return value.kind;
    case 'counted':
      return `${value.link.name} x${value.count}`;
    case 'selection': {
      const paths = value.selection.places.map(({ path }) => path);
      const told = paths.slice(0, mostPaths).join(', ');
      return paths.length > mostPaths ? l10n.t('{0} and {1} more', told, paths.length - mostPaths) : told;
    }
    case 'word':
      return value.word;
    case 'text':
      return value.text;
    case 'result':
      return value.result.shown;
    case 'error':
      return '';
  }
}
