// The page as VS Code gets it: addresses of its files in the webview's own scheme, its words in the user's language.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { PageDocument } from '../webview/messages.ts';
import { english, type Strings } from '../webview/strings.ts';
import { pageHtml } from './page.ts';

export function pageFor(webview: vscode.Webview, dist: vscode.Uri, document: PageDocument): string {
  const at = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  return pageHtml({
    source: webview.cspSource,
    script: at('webview.js'),
    styles: at('webview.css'),
    nonce: randomBytes(16).toString('base64url'),
    language: vscode.env.language,
    start: { ...document, elkWorker: at('elk-worker.js'), strings: localised() },
  });
}

function localised(): Strings {
  const words = Object.entries(english).map(([key, word]) => [key, vscode.l10n.t(word)]);
  return { ...english, ...Object.fromEntries(words) };
}
