// Every handler goes through here once: cancellations pass, anything else that is thrown is logged and answered safely.
import { type Connection, LSPErrorCodes, ResponseError } from 'vscode-languageserver';

/** `safe`: the answer where there is none, made when it is needed: only then is the user's language known. */
export function guarded<Params extends unknown[], Result>(
  connection: Connection,
  name: string,
  safe: () => Result,
  handler: (...params: Params) => Result | Promise<Result>,
): (...params: Params) => Promise<Result> {
  return async (...params) => {
    try {
      return await handler(...params);
    } catch (thrown) {
      if (thrown instanceof ResponseError && thrown.code === LSPErrorCodes.RequestCancelled) throw thrown;
      const told = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      connection.console.error(`${name}: ${told}`);
      return safe();
    }
  };
}
