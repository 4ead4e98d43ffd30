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
import models from './models.topo';
import nics from './nics.topo';
import switchesInside from './switches/inside.topo';
import switchesNetwork from './switches/network.topo';
import systemsAmd from './systems/amd.topo';
import systemsCloud from './systems/cloud.topo';
import systemsDgx from './systems/dgx.topo';
import systemsGrace from './systems/grace.topo';
import systemsHgx from './systems/hgx.topo';
import systemsOthers from './systems/others.topo';
import systemsPods from './systems/pods.topo';
import systemsTpu from './systems/tpu.topo';

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
  'systems/dgx': systemsDgx,
  'systems/hgx': systemsHgx,
  'systems/grace': systemsGrace,
  'systems/amd': systemsAmd,
  'systems/tpu': systemsTpu,
  'systems/others': systemsOthers,
  'systems/cloud': systemsCloud,
  'systems/pods': systemsPods,
  models,
};

export const libraryFiles: readonly LibraryFile[] = Object.entries(texts).map(([path, text]) => ({
  uri: `topo-library:/${path}.topo`,
  text,
}));
