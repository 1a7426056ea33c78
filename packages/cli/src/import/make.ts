import type { ImportDraft } from './draft.ts'
import type { Raw } from './reading.ts'

/** What a service looks at, and how. */
export interface Made {
  readonly type_id: string
  readonly address: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** A service out of what another system says of it; undefined where it cannot be watched. What is lost is said to the draft. */
export type Make = (monitor: Raw, name: string, draft: ImportDraft) => Made | undefined
