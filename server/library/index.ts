// The hardware that the language knows, written in the language: always in scope, read-only. It ships inside the program.
import acceleratorsAmd from './accelerators/amd.topo';
import acceleratorsNvidia from './accelerators/nvidia.topo';
import acceleratorsNvidiaCards from './accelerators/nvidia-cards.topo';
import acceleratorsOthers from './accelerators/others.topo';
import cpus from './cpus.topo';
import linksEthernet from './links/ethernet.topo';
import linksFabrics from './links/fabrics.topo';
import linksInfiniband from './links/infiniband.topo';
import linksNvlink from './links/nvlink.topo';
import linksPcie from './links/pcie.topo';
import linksSockets from './links/sockets.topo';
import nics from './nics.topo';
import switchesInside from './switches/inside.topo';
import switchesNetwork from './switches/network.topo';
import systems from './systems.topo';

export interface LibraryFile {
  readonly uri: string;
  readonly text: string;
}

/** By path in this folder, in the order in which one reads them. */
const texts: Readonly<Record<string, string>> = {
  'links/pcie': linksPcie,
  'links/nvlink': linksNvlink,
  'links/fabrics': linksFabrics,
  'links/sockets': linksSockets,
  'links/infiniband': linksInfiniband,
  'links/ethernet': linksEthernet,
  'accelerators/nvidia': acceleratorsNvidia,
  'accelerators/nvidia-cards': acceleratorsNvidiaCards,
  'accelerators/amd': acceleratorsAmd,
  'accelerators/others': acceleratorsOthers,
  cpus,
  nics,
  'switches/inside': switchesInside,
  'switches/network': switchesNetwork,
  systems,
};

export const libraryFiles: readonly LibraryFile[] = Object.entries(texts).map(([path, text]) => ({
  uri: `topo-library:/${path}.topo`,
  text,
}));
