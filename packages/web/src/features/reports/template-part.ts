import type { ReportTemplateValues } from './template-values.ts'

/** The props of every part of the form. */
export interface TemplatePart {
  readonly values: ReportTemplateValues
  readonly onChange: (change: Partial<ReportTemplateValues>) => void
  readonly fieldErrors: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}
