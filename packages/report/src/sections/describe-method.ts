import type { ReportDocument } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { describeBusinessHours } from './business-hours.ts'

type MethodSource = Pick<ReportDocument, 'accounting_method' | 'period'>

/** Returns the rules of the accounting method with their labels, in full sentences. */
export function describeMethod(
  { accounting_method: method, period }: MethodSource,
  { words }: ReportFormat,
): { readonly label: string; readonly value: string }[] {
  const texts = words.method
  const { labels } = texts
  return [
    { label: labels.failure, value: texts.failure },
    { label: labels.unknown, value: method.unknown ? texts.unknownCounts : texts.unknownLeftOut },
    { label: labels.paused, value: method.paused ? texts.pausedCounts : texts.pausedLeftOut },
    { label: labels.suspended, value: method.suspended ? texts.suspendedCounts : texts.suspendedLeftOut },
    { label: labels.corrections, value: method.corrected ? texts.corrected : texts.notCorrected },
    { label: texts.businessHours, value: describeBusinessHours(method.business_hours, period.time_zone, words) },
  ]
}

/** Returns a description of the whole method as one text. */
export function summarizeMethod(document: MethodSource, format: ReportFormat): string {
  return [format.words.method.formula, ...describeMethod(document, format).map(({ value }) => value)].join(' ')
}
