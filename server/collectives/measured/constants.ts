// The constants of the measured form. All of them were fitted once, together, on rows of nccl-tests (and of benchmarks like
// it) that people posted, some 1,300 rows, or follow from how NCCL works; none belongs to one machine. docs/cost-model.md
// says how far the outcome is from rows.

/** Seconds in a microsecond. */
const us = 1e-6;

/** Shares of nominal one-way rates that a ring gets. */
export const share = {
  /** Of a GPU's scale-up links to the ranks of its domain. */
  scaleUp: 0.78,
  /** Of the PCIe link that flows share. */
  pcie: 0.57,
  /** Of a domain's NICs. */
  nics: 0.96,
  /** alltoall, of what a ring gets. */
  alltoall: 0.96,
  /** sendrecv, of the link between two GPUs. */
  direct: 0.72,
} as const;

/** Algorithm bandwidth of adding in the switches of a domain, as shares of the GPU's nominal rate. */
export const adding = {
  /** Compute capability 9.0. */
  hopper: 0.6,
  /** 10.0 and above. */
  blackwell: 0.54,
  /** The same where one domain spans hosts. */
  acrossHosts: 0.475,
  /** Left of it in a tree between domains. */
  inTree: 0.93,
} as const;

/** A tree between domains without adding switches, of what a ring gets inside. */
export const treeInside = 0.39;
/** NCCL uses adding switches inside one domain from this many ranks on. */
export const fewestAdding = 5;

/** Seconds. */
export const latency = {
  /** A hop over scale-up links; over PCIe, or where a domain has one rank. */
  hop: 0.6 * us,
  slowHop: 1 * us,
  /** Launch, in one domain; allreduce over several; allgather and reducescatter over several. */
  launch: 6.6 * us,
  launchTree: 6.8 * us,
  launchRing: 6.6 * us,
  /** sendrecv, all of it. */
  sendrecv: 10 * us,
  /** A level of the tree between domains. */
  level: 5 * us,
  /** A step of a ring that crosses to another domain; one that does not. */
  cross: 2.7 * us,
  step: 1 * us,
} as const;
/** Steps in one domain that are seen; more are hidden. */
export const mostSteps = 20;

/** Filling the pipeline: seconds for each e-fold of size above `from` bytes. */
export const fill = { one: 12 * us, level: 16 * us, from: 128 * 1024, ranks: 8 } as const;

/** What the benchmark adds: a torch script; one process for several GPUs, for each of them. */
export const harness = { torch: 21 * us, process: 3 * us, processAlltoall: 10 * us } as const;
