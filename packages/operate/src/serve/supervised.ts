import type { Child } from './child.ts'

/** One of the processes that are kept running together. */
export interface SupervisedProcess {
  /** Unlike any other's. */
  readonly name: string
  /** When it is asked to stop: those of a later stage once those before have ended. */
  readonly stage: number
  /** Starts it; tells when it does its work, and where it serves metrics if it does. */
  start(onReady: (message: { readonly metricsPort: number | null }) => void): Child
}
