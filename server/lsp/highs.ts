// HiGHS, a solver of linear programs compiled to WebAssembly, with its code bundled: a file of its own, so that only who
// solves pays for reading it.
import highs, { type InitOptions } from 'highs';
import bytes from 'highs/runtime';
import type { SolveProgram } from '../collectives/program.ts';

/** Seconds after which a program is given up. */
const patience = 10;

/** Emscripten's own hook. */
interface Instantiating {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): void;
}

export async function highsSolver(): Promise<SolveProgram> {
  const compiled = await WebAssembly.compile(bytes);
  // `wasmBinary`, which its documentation names, is not looked at by 1.15.3.
  const options: InitOptions & Instantiating = {
    instantiateWasm: (imports, done) => {
      void WebAssembly.instantiate(compiled, imports).then(done);
    },
  };
  const { solve } = await highs(options);
  return (program) => {
    const { Status, ObjectiveValue } = solve(program, { output_flag: false, presolve: 'off', time_limit: patience });
    return Status === 'Optimal' ? ObjectiveValue : undefined;
  };
}
