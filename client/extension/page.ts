// The page of the diagram: one element, its script and styles, and a policy that lets in nothing else.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { PageStart } from '../webview/messages.ts';
import { english, type Strings } from '../webview/strings.ts';

export function pageHtml(webview: vscode.Webview, dist: vscode.Uri, document: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const at = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const start: PageStart = {
    uri: document.toString(),
    title: document.path.slice(document.path.lastIndexOf('/') + 1),
    elkWorker: at('elk-worker.js'),
    strings: localised(),
  };
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    'worker-src blob:',
    `connect-src ${webview.cspSource}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(at('webview.css'))}">
<title>Topo</title>
</head>
<body>
<div id="topo" data-start="${attribute(JSON.stringify(start))}"></div>
<script nonce="${nonce}" src="${attribute(at('webview.js'))}"></script>
</body>
</html>`;
}

function localised(): Strings {
  const words = Object.entries(english).map(([key, word]) => [key, vscode.l10n.t(word)]);
  return { ...english, ...Object.fromEntries(words) };
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
