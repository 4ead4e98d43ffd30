// The numbers of the panel to be taken along: as Markdown for a report, as CSV for a spreadsheet.
import type { Strings } from './strings.ts';

export type ReportFormat = 'markdown' | 'csv';

export function TakeAway({ strings, onCopy }: { strings: Strings; onCopy: (format: ReportFormat) => void }) {
  return (
    <div class="takeaway">
      <button type="button" class="link" onClick={() => onCopy('markdown')}>
        {strings.copyMarkdown}
      </button>
      <button type="button" class="link" onClick={() => onCopy('csv')}>
        {strings.copyCsv}
      </button>
    </div>
  );
}
