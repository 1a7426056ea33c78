import type { CheckOrder, CheckOutcome, KeptArtifact } from '@wachta/checks'

/** The messages to a process for browser checks. They are structured clones, so they contain no functions. */
export type ProcessTask =
  | { readonly kind: 'trial'; readonly browser: string }
  | {
      readonly kind: 'check'
      readonly browser: string
      /** Ranges that the guard opens besides the public internet. */
      readonly allow: readonly string[]
      readonly order: Omit<CheckOrder, 'onArtifact'>
      /** Whether artifacts are wanted while the check runs. */
      readonly isWatched: boolean
    }

export type ProcessReport =
  /** It waits for a task. `isSound`: nothing went wrong in the previous one. */
  | { readonly kind: 'free'; readonly isSound: boolean }
  | { readonly kind: 'artifact'; readonly artifact: KeptArtifact }
  | { readonly kind: 'outcome'; readonly outcome: CheckOutcome }
  /** The end of a trial: why the browser does not start, or null. */
  | { readonly kind: 'tried'; readonly reason: string | null }
