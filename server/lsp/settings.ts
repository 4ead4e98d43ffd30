// What the user has set: asked of the client where it can be asked, else taken from what it sends by itself.
import { type ClientCapabilities, type Connection, DidChangeConfigurationNotification } from 'vscode-languageserver';
import { type Levels, levelsOf } from '../features/steering.ts';
import type { StartOptions } from '../protocol.ts';

const section = 'topo.findings.severity';

export class Settings {
  readonly #connection: Connection;
  readonly #changed: () => void;
  #asks = false;
  #registers = false;
  #asked = 0;
  levels: Levels = new Map();
  /** Whether the client has been heard: before, nothing is told, or it would be told at levels that do not hold. */
  known = false;
  /** Where codes are explained, see StartOptions. */
  explanations: string | undefined;

  /** `changed`: levels are other ones now, or known at last. */
  constructor(connection: Connection, changed: () => void) {
    this.#connection = connection;
    this.#changed = changed;
    connection.onDidChangeConfiguration(({ settings }) => (this.#asks ? this.#ask() : this.#take(within(settings))));
  }

  /** What the client says it can, and hands in. */
  prepare({ workspace }: ClientCapabilities, options: StartOptions | undefined): void {
    this.#asks = workspace?.configuration === true;
    this.#registers = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    if (typeof options?.explanations === 'string') this.explanations = options.explanations;
  }

  start(): void {
    if (this.#registers)
      this.#connection.client
        .register(DidChangeConfigurationNotification.type, { section: 'topo' })
        .catch((thrown: unknown) => this.#connection.console.error(`settings: ${thrown}`));
    if (this.#asks) void this.#ask();
    else this.#take(undefined);
  }

  /** The newest answer counts; where there is none, what held before does. */
  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const setting: unknown = await this.#connection.workspace.getConfiguration(section);
      if (asked === this.#asked) this.#take(setting);
    } catch (thrown) {
      this.#connection.console.error(`settings: ${thrown}`);
      if (!this.known) this.#take(undefined);
    }
  }

  #take(setting: unknown): void {
    this.levels = levelsOf(setting);
    this.known = true;
    this.#changed();
  }
}

/** `topo.findings.severity` of all that a client sends: nested, or under its whole name. */
function within(settings: unknown): unknown {
  if (!isObject(settings)) return undefined;
  if (section in settings) return settings[section];
  const { topo } = settings;
  const findings = isObject(topo) ? topo.findings : undefined;
  return isObject(findings) ? findings.severity : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
