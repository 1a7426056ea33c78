import type { Localized } from '@wachta/domain'

/** What a notification reports, the most urgent first. */
export const digestStates = ['down', 'warning', 'recovered', 'resolved'] as const
export type DigestState = (typeof digestStates)[number]

/** How a channel puts several notifications into one message. */
export interface DigestFormat {
  /** How many notifications a message carries at most; all of their links must fit into it. */
  readonly maxLines: number
  /** The text of one notification, with the variable `line_id` for its id. */
  readonly templates: Readonly<Record<DigestState, Localized>>
  /** Puts the rendered parts together. */
  readonly frame: (parts: DigestParts) => string
}

interface DigestParts {
  readonly summary: string
  readonly lines: readonly string[]
  readonly zone: string
}
