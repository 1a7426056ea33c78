import type { CheckOrder, CheckOutcome, KeptArtifact } from '@wachta/checks'

/** The messages to a process for browser checks. They are structured clones, so they contain no functions. */
export type ProcessTask =
  /** Starts the browser at this path once, to find out whether that works. */
  | { readonly kind: 'trial'; readonly browser: string }
  | {
      readonly kind: 'check'
      readonly browser: string
      /** Ranges that the guard opens besides the public internet. */
      readonly allow: readonly string[]
      readonly order: Omit<CheckOrder, 'onArtifact'>
      /** Whether artifacts are sent during the check, because a person watches it. */
      readonly isWatched: boolean
    }

export type ProcessReport =
  /**
   * The process waits for a task. It can get one if `isHealthy`: nothing went wrong so far, and it uses little memory.
   */
  | { readonly kind: 'free'; readonly isHealthy: boolean }
  | { readonly kind: 'artifact'; readonly artifact: KeptArtifact }
  | { readonly kind: 'outcome'; readonly outcome: CheckOutcome }
  /** The result of a trial: why the browser does not start, or null if it does. */
  | { readonly kind: 'tried'; readonly reason: string | null }
