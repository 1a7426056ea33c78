import type { StatusPageValues } from './page-values.ts'

/** What every part of the form of a page gets. */
export interface PagePart {
  readonly values: StatusPageValues
  readonly onChange: (change: Partial<StatusPageValues>) => void
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}
