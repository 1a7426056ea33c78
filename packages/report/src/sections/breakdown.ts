import type { DocumentBlock, DocumentCell } from '../blocks.ts'
import type { BreakdownElement, ReportDocument, ReportedService } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { countChecks } from './success-rate.ts'
import { introduceSection, toServiceBlocks, toTable } from './tables.ts'

interface BreakdownOptions {
  readonly kind: keyof ReportedService['breakdowns']
  readonly columnLabel: string
  readonly toElementLabel: (index: number) => string
  /** Returns the blocks after the table of a service. */
  readonly toExtraBlocks?: (service: ReportedService, label: string) => DocumentBlock[]
}

/** Returns one table per service, with a row for every element of the breakdown that occurs in the period. */
export function toBreakdownBlocks(
  document: ReportDocument,
  format: ReportFormat,
  { kind, columnLabel, toElementLabel, toExtraBlocks = () => [] }: BreakdownOptions,
): DocumentBlock[] {
  const toRows = ({ breakdowns, budget }: ReportedService): ElementRow[] =>
    breakdowns[kind]
      .map((element, index) => ({ label: toElementLabel(index), element, target: budget?.target ?? null }))
      .filter(({ element }) => hasTime(element))
  return [
    ...introduceSection(`breakdown_${kind}`, format),
    ...toServiceBlocks(document, format, {
      hasContent: ({ breakdowns }) => breakdowns[kind].some(hasTime),
      toBlocks: (service, label) => [
        ...toBreakdownTable(toRows(service), columnLabel, format),
        ...toExtraBlocks(service, label),
      ],
      emptyText: format.words.empty.breakdowns,
    }),
  ]
}

interface ElementRow {
  readonly label: string
  readonly element: BreakdownElement
  readonly target: number | null
}

function toBreakdownTable(rows: readonly ElementRow[], columnLabel: string, format: ReportFormat): DocumentBlock[] {
  const { words, number, milliseconds } = format
  const { columns } = words
  return toTable(
    rows,
    [
      { label: columnLabel, toCell: ({ label }) => label },
      { label: columns.serviceLevel, toCell: (row) => toElementLevel(row, format) },
      { label: columns.failures, toCell: ({ element }) => number(element.report_status_changes.failures) },
      {
        label: columns.averageResponseTime,
        toCell: ({ element }) => milliseconds(element.report_performance.average),
      },
      { label: columns.checks, toCell: ({ element }) => number(countChecks(element.report_checks)) },
    ],
    { format },
  )
}

function toElementLevel({ element, target }: ElementRow, { percentage }: ReportFormat): DocumentCell {
  const { service_level } = element.report_service_level
  const text = percentage(service_level)
  return service_level !== null && target !== null && service_level < target ? { text, tone: 'bad' } : text
}

/** Whether any time of the period belongs to the element: most periods cover one month, and many have no 31st day. */
function hasTime({ report_service_level: level }: BreakdownElement): boolean {
  return level.ok_seconds + level.failure_seconds + level.paused_seconds + level.unknown_seconds > 0
}
