/** The settings of every attack that does not set its own. */
export const pageTimeoutMs = 3_000
/** The time that the planner adds to the timeout of a service for starting the browser and collecting evidence. */
export const overheadMs = 15_000

/** The limits of one check, with their reasons. A check that exceeds one counts as unbounded. */
export const bounds = {
  /**
   * The sensor also serves other customers. It starts with about 100 MB and receives evidence, but no messages of
   * pages.
   */
  sensorMb: 256,
  /**
   * 1,536 MB for a browser, 768 MB for the process that controls it, and what a page can allocate between two
   * measurements.
   */
  checkMb: 2_560,
  /**
   * 640 processes and threads in the jail, and the process that controls it; a page has about ten, and one per
   * connection.
   */
  processes: 660,
  /** A sensor that does not react for a second reports the results of other services late. */
  stallMs: 1_000,
  /** Evidence is limited to 4 MiB; the rest of the outcome is text and metrics. */
  outcomeBytes: 4_500_000,
  /** The files that a check may write to the machine's disk: sockets and scripts of its jail. */
  diskMb: 8,
  /** A page may receive 200 MiB, and send as much; the buffers of its connections may be full as well. */
  networkMb: 300,
  /** Files that a check leaves open; with more, the sensor would run out of file descriptors within hours. */
  openFiles: 50,
} as const

/**
 * How much later than its time limit a check may end: a process that does not end is killed after three seconds, and
 * one must start first.
 */
export const graceMs = 5_000

/** How long processes and files of a check may remain after its end. */
export const settleMs = 3_000

/** Processes that a sensor keeps for the next check: one may still be ending when the next check begins. */
export const maxKeptProcesses = 2
