import type { Exit } from './child.ts'

/** Requests of the supervisor to the process that runs roles as threads. */
export type WorkerRequest =
  | ({ readonly do: 'start' } & WorkerStart)
  | { readonly do: 'stop' | 'kill'; readonly role: string }

export interface WorkerStart {
  readonly role: string
  /** The variables that the role may see. */
  readonly environment: NodeJS.ProcessEnv
  readonly heapMegabytes: number
  /** The descriptor for its log. */
  readonly logDescriptor: number
}

/** Reports of that process about a role: that it is ready, or how it ended. */
export type WorkerReport =
  | { readonly role: string; readonly metricsPort: number }
  | { readonly role: string; readonly exit: Exit }
