// Pictures of the diagram to be taken along: which format and colours, where to, and PNGs, made without a browser by what is
// read when the first is wanted.
import * as vscode from 'vscode';
import { libraryScheme } from '../../server/protocol.ts';
import type { ThemeName } from '../diagram/diagram.ts';
import type { PictureFormat } from '../webview/messages.ts';

/** What can be asked for a picture; the answer comes as `exported`. */
interface Drawn {
  exportPicture(format: PictureFormat, theme?: ThemeName): void;
}

interface Picked<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** Asks for what is left open: the format, then the colours. */
export async function pickAndExport(drawn: Drawn, given?: PictureFormat): Promise<void> {
  const format = given ?? (await pick(formats(), vscode.l10n.t('Save the diagram as')));
  if (format === undefined) return;
  const theme = await pick(colours(), vscode.l10n.t('In which colours?'));
  if (theme !== undefined) drawn.exportPicture(format, theme === 'shown' ? undefined : theme);
}

const formats = (): Picked<PictureFormat>[] => [
  { value: 'svg', label: 'SVG', description: vscode.l10n.t('Sharp at any size; for documents and the web') },
  { value: 'png', label: 'PNG', description: vscode.l10n.t('For slides and chats') },
];

const colours = (): Picked<ThemeName | 'shown'>[] => [
  { value: 'shown', label: vscode.l10n.t('As in the editor') },
  { value: 'light', label: vscode.l10n.t('Light') },
  { value: 'dark', label: vscode.l10n.t('Dark') },
  { value: 'hc-light', label: vscode.l10n.t('High contrast, light') },
  { value: 'hc-dark', label: vscode.l10n.t('High contrast, dark') },
];

async function pick<T>(items: readonly Picked<T>[], placeHolder: string): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.value;
}

interface Exported {
  readonly format: PictureFormat;
  readonly svg: string;
  readonly name: string;
}

/** Beside the document, unless the user picks another place; nothing where they pick none. */
export async function savePicture(document: vscode.Uri, { format, svg, name }: Exported): Promise<void> {
  const folder = folderOf(document);
  const target = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${name}.${format}`) } : {}),
    filters: { [format.toUpperCase()]: [format] },
  });
  if (!target) return;
  const bytes = format === 'svg' ? new TextEncoder().encode(`${svg}\n`) : await pngFor(svg);
  if (!bytes) return;
  try {
    await vscode.workspace.fs.writeFile(target, bytes);
  } catch (thrown) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The picture cannot be written: {0}', String(thrown)));
  }
}

/** Where the document is; of one that stands in no folder (not saved yet, the library's), the folder that is open. */
function folderOf(document: vscode.Uri): vscode.Uri | undefined {
  const stands = document.scheme !== 'untitled' && document.scheme !== libraryScheme;
  return stands ? vscode.Uri.joinPath(document, '..') : vscode.workspace.workspaceFolders?.[0]?.uri;
}

/** Undefined where it cannot be made, which the user is told. */
export async function pngFor(svg: string): Promise<Uint8Array | undefined> {
  try {
    const { pngOf } = await import('../raster/raster.ts');
    return await pngOf(svg);
  } catch (thrown) {
    void vscode.window.showErrorMessage(vscode.l10n.t('The picture could not be drawn as PNG: {0}', String(thrown)));
    return undefined;
  }
}

export function tellCopied(ok: boolean): void {
  if (ok) vscode.window.setStatusBarMessage(vscode.l10n.t('The diagram is in the clipboard, as a picture.'), 4000);
  else
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The clipboard did not take the picture: it can be saved as a PNG.'),
    );
}
