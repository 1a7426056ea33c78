import type { ReportTemplateValues } from './template-values.ts'

/** What every part of the form gets. */
export interface TemplatePart {
  readonly values: ReportTemplateValues
  readonly onChange: (change: Partial<ReportTemplateValues>) => void
  readonly faults: ReadonlyMap<string, readonly string[]>
  readonly isReadOnly: boolean
}
