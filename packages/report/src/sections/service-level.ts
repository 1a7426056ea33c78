import type { DocumentBlock, DocumentCell } from '../blocks.ts'
import type { ReportDocument, ReportedService } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { toBudgetDays } from './budget-days.ts'
import { computeChange, toLevelCell, toTargetTone } from './levels.ts'
import { maxChartedServices } from './limits.ts'
import type { ReportSection } from './section.ts'
import { createServiceLabels } from './service-labels.ts'
import { type CommonFigures, introduceSection, toServiceTable } from './tables.ts'

export const serviceLevelSection: ReportSection = {
  id: 'service_level',
  toBlocks: (document, format) => [
    ...introduceSection('service_level', format),
    ...toLevelTable(document, format),
    ...(document.services.length === 0 ? [] : toTimeTable(document, format)),
    ...(document.services.some(hasBudget) ? toBudgetTable(document, format) : []),
    ...toBudgetCharts(document, format),
  ],
}

function toLevelTable(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const { words, percentage, points, target } = format
  return toServiceTable(document, format, {
    caption: words.charts.levelTable,
    columns: [
      { label: words.columns.serviceLevel, toCell: (row) => toLevelCell(row, format) },
      { label: words.columns.target, toCell: ({ budget }) => target(budget?.target ?? null) },
      { label: words.columns.rawServiceLevel, toCell: ({ raw_service_level }) => percentage(raw_service_level) },
      { label: words.columns.previous, toCell: ({ previous_service_level }) => percentage(previous_service_level) },
      { label: words.columns.change, toCell: (row) => points(computeChange(row)) },
    ],
  })
}

function toTimeTable(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const { words, duration } = format
  return toServiceTable(document, format, {
    caption: words.charts.timeTable,
    columns: [
      { label: words.columns.up, toCell: ({ ok_seconds }) => duration(ok_seconds) },
      { label: words.columns.down, toCell: ({ failure_seconds }) => duration(failure_seconds) },
      { label: words.columns.paused, toCell: ({ paused_seconds }) => duration(paused_seconds) },
      { label: words.columns.unknown, toCell: ({ unknown_seconds }) => duration(unknown_seconds) },
    ],
  })
}

function toBudgetTable(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const { words, duration, target, number } = format
  return toServiceTable(document, format, {
    caption: words.charts.budgetTable,
    services: document.services.filter(hasBudget),
    columns: [
      { label: words.columns.target, toCell: ({ budget }) => target(budget?.target ?? null) },
      { label: words.columns.budget, toCell: ({ budget }) => duration(budget?.budget_seconds ?? null) },
      { label: words.columns.spent, toCell: ({ budget }) => duration(budget?.spent_seconds ?? null) },
      { label: words.columns.left, toCell: ({ budget }) => duration(budget?.left_seconds ?? null) },
      { label: words.columns.burnRate, toCell: ({ budget }) => number(budget?.burn_rate ?? null) },
      { label: words.columns.targetMet, toCell: (row) => toResultCell(row, format) },
    ],
  })
}

function toResultCell({ budget }: CommonFigures, { words }: ReportFormat): DocumentCell {
  const tone = toTargetTone(budget)
  return tone === undefined ? words.noData : { text: tone === 'good' ? words.yes : words.no, tone }
}

function toBudgetCharts(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  if (document.services.length > maxChartedServices) return []
  const toLabel = createServiceLabels(document, format)
  return document.services.flatMap((service): DocumentBlock[] => {
    const days = toBudgetDays(service)
    // A chart of an unspent budget would be a flat line.
    if (days.length === 0 || service.budget?.spent_seconds === 0) return []
    const label = toLabel(service)
    const left = format.duration(service.budget?.left_seconds ?? null)
    return [
      { kind: 'chart', chart: { type: 'budget_burn', days, label }, alt: format.words.charts.budget(label, left) },
    ]
  })
}

function hasBudget({ budget }: ReportedService): boolean {
  return budget !== null
}
