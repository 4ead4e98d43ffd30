// The page of the diagram: one element, its script and styles, and a policy that lets in nothing else.
import type { PageStart } from '../webview/messages.ts';

export interface PageFrame {
  /** What the page may fetch styles, fonts and the layout worker's text from. */
  readonly source: string;
  /** Addresses of the page's script and styles. */
  readonly script: string;
  readonly styles: string;
  /** Unguessable, new for each page. */
  readonly nonce: string;
  readonly language: string;
  readonly start: PageStart;
}

export function pageHtml({ source, script, styles, nonce, language, start }: PageFrame): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    'worker-src blob:',
    `connect-src ${source}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(styles)}">
<title>Topo</title>
</head>
<body>
<div id="topo" data-start="${attribute(JSON.stringify(start))}"></div>
<script nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>`;
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
