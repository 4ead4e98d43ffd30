// Where VS Code comes in and goes out: the rooms are made here and put together, and nothing else.
import type * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import { Diagrams } from './diagrams.ts';
import { showExplanations } from './explanations.ts';
import { showLibrary } from './library.ts';
import { Server } from './server.ts';
import { showStatus } from './status.ts';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const started = new Server(context);
  server = started;
  const diagrams = new Diagrams(started, context.extensionUri);
  context.subscriptions.push(
    started,
    showStatus(started),
    showLibrary(started),
    showExplanations(started),
    diagrams.register(),
    registerCommands(started, diagrams),
  );
  await started.start();
}

export const deactivate = async (): Promise<void> => server?.stop();
