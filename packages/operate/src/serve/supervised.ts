import type { Child } from './child.ts'

/** One of the processes that the supervisor keeps running. */
export interface SupervisedProcess {
  /** Unique among the supervised processes. */
  readonly name: string
  /** The stage of the shutdown: processes of a later stage are stopped after those of earlier ones have ended. */
  readonly stage: number
  /** Starts the process. `onReady` is called once it is ready, with the port of its metrics if it has one. */
  start(onReady: (message: { readonly metricsPort: number | null }) => void): Child
}
