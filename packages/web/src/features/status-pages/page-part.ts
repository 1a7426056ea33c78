import type { StatusPageValues } from './page-values.ts'

/** The props of every part of the form of a page. */
export interface PagePart {
  readonly values: StatusPageValues
  readonly onChange: (change: Partial<StatusPageValues>) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}
