// The hardware that the language knows, written in the language: always in scope, read-only. It ships inside the program.
import cpus from './cpus.topo';
import gpus from './gpus.topo';
import links from './links.topo';
import nics from './nics.topo';
import switches from './switches.topo';
import systems from './systems.topo';

export interface LibraryFile {
  readonly uri: string;
  readonly text: string;
}

export const libraryFiles: readonly LibraryFile[] = Object.entries({ links, gpus, cpus, switches, nics, systems }).map(
  ([name, text]) => ({ uri: `topo-library:/${name}.topo`, text }),
);
