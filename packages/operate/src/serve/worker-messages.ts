import type { Exit } from './child.ts'

/** Requests of the supervisor to the process that runs roles as threads. */
export type WorkerRequest =
  | ({ readonly do: 'start' } & WorkerStart)
  | { readonly do: 'stop' | 'kill'; readonly role: string }

export interface WorkerStart {
  readonly role: string
  /** All that the role gets to see of the environment. */
  readonly environment: NodeJS.ProcessEnv
  readonly heapMegabytes: number
  /** The descriptor for its log. */
  readonly logDescriptor: number
}

/** What it reports of a role: that it is ready, or how it ended. */
export type WorkerReport =
  | { readonly role: string; readonly metricsPort: number }
  | { readonly role: string; readonly exit: Exit }
