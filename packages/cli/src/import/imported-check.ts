import type { ImportDraft } from './draft.ts'
import type { Raw } from './reading.ts'

/** The address, check type and settings of a service. */
export interface ImportedCheck {
  readonly type_id: string
  readonly address: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** Converts a monitor of another system to a service; undefined if Wachta cannot check it. The draft records losses. */
export type ConvertMonitor = (monitor: Raw, name: string, draft: ImportDraft) => ImportedCheck | undefined
