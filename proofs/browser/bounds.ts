/** The settings that every attack runs with, unless it names others. */
export const pageTimeoutMs = 3_000
/** What the planner adds to the timeout of a service for starting the browser and for its evidence. */
export const overheadMs = 15_000

/** What one check may take, and why. Whatever exceeds one of these counts as unbounded. */
export const bounds = {
  /** The sensor serves other customers. It starts with about 100 MB and gets evidence, no messages of pages. */
  sensorMb: 256,
  /** 1,536 MB for a browser and 768 MB for the process that drives it, and what a page can take until the next look. */
  checkMb: 2_560,
  /** 640 processes and threads in the jail, and the process that drives it; a page has about ten, and one for each connection. */
  processes: 660,
  /** A sensor that does not react for a second reports other services as late. */
  stallMs: 1_000,
  /** Evidence is limited to 4 MiB; the rest of the outcome is texts and metrics. */
  outcomeBytes: 4_500_000,
  /** The files of the machine that a check may write: sockets and scripts of its jail. */
  diskMb: 8,
  /** A page may take 200 MiB from the network, and give as much; the buffers of its connections are full at that time. */
  networkMb: 300,
  /** Open files of the sensor, which would otherwise run out of them after some hours. */
  openFiles: 50,
} as const

/** How much later than its time limit a check may end: a process that does not end it is killed after three seconds, and one must start first. */
export const graceMs = 5_000

/** How long after its end something of a check may still be there. */
export const settleMs = 3_000

/** Processes that a sensor keeps for the next check: one may still be busy with its end when the next check begins. */
export const maxKept = 2
