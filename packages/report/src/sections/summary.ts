import type { DocumentBlock, DocumentTone } from '../blocks.ts'
import type { ReportDocument, Totals } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'
import { computeChange, sortWorstFirst, toLevelCell, toTargetTone } from './levels.ts'
import { maxChartedServices } from './limits.ts'
import type { ReportSection } from './section.ts'
import { createServiceLabels } from './service-labels.ts'
import { introduceSection, toServiceTable } from './tables.ts'

export const summarySection: ReportSection = {
  id: 'summary',
  toBlocks: (document, format) => [
    ...introduceSection('summary', format),
    toKeyFigures(document, format),
    ...toRanking(document, format),
    ...toAvailabilityBars(document, format),
  ],
}

function toKeyFigures({ totals, services }: ReportDocument, format: ReportFormat): DocumentBlock {
  const { words, percentage, points, number, duration } = format
  const labels = words.figures
  const change = computeChange(totals)
  const { budget } = totals
  const tone = toTargetTone(budget)
  return {
    kind: 'figures',
    items: [
      {
        label: labels.serviceLevel,
        value: percentage(totals.service_level),
        note: budget === null ? labels.asMeasured(percentage(totals.raw_service_level)) : toTargetNote(budget, format),
        ...(tone === undefined ? {} : { tone }),
      },
      {
        label: labels.previous,
        value: percentage(totals.previous_service_level),
        ...(change === null ? {} : { note: labels.change(points(change)) }),
      },
      { label: labels.failures, value: number(totals.failures_count) },
      { label: labels.failureTime, value: duration(totals.failure_seconds) },
      { label: labels.longest, value: duration(totals.longest_failure_seconds) },
      { label: labels.incidents, value: number(totals.incidents_count) },
      {
        label: labels.timeToAcknowledge,
        value: duration(totals.mean_seconds_to_acknowledge),
        note: labels.onAverage,
      },
      toServicesFigure({ totals, services }, format),
    ],
  }
}

/**
 * Returns how many services met their targets, of those that have a target and counted time; the number of services if
 * there is none.
 */
function toServicesFigure(
  { totals, services }: Pick<ReportDocument, 'totals' | 'services'>,
  { words, number }: ReportFormat,
): { readonly label: string; readonly value: string; readonly note?: string; readonly tone?: DocumentTone } {
  const { figures, noData } = words
  const outcomes = services.flatMap(({ budget }) => (budget === null ? [] : [budget.is_met]))
  const known = outcomes.filter((isMet) => isMet !== null)
  if (known.length === 0) return { label: figures.services, value: number(totals.services_count) }
  const note = `${figures.services}: ${number(totals.services_count)}`
  const withoutData = outcomes.length - known.length
  return {
    label: figures.targetsMet,
    value: `${number(known.filter((isMet) => isMet).length)} / ${number(known.length)}`,
    note: withoutData === 0 ? note : `${note} · ${noData}: ${number(withoutData)}`,
    tone: totals.targets_missed > 0 ? 'bad' : 'good',
  }
}

function toTargetNote(
  { target, is_met }: NonNullable<Totals['budget']>,
  { words, target: formatTarget }: ReportFormat,
): string {
  if (is_met === null) return words.figures.targetOpen(formatTarget(target))
  return is_met ? words.figures.targetMet(formatTarget(target)) : words.figures.targetMissed(formatTarget(target))
}

function toRanking(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  const { columns } = format.words
  return toServiceTable(document, format, {
    services: sortWorstFirst(document.services),
    columns: [
      { label: columns.serviceLevel, toCell: (row) => toLevelCell(row, format) },
      { label: columns.change, toCell: (row) => format.points(computeChange(row)) },
      { label: columns.failures, toCell: ({ failures_count }) => format.number(failures_count) },
      { label: columns.failureTime, toCell: ({ failure_seconds }) => format.duration(failure_seconds) },
      {
        label: columns.longest,
        toCell: ({ longest_failure_seconds }) => format.duration(longest_failure_seconds),
      },
    ],
  })
}

/** Draws one bar per day: for one or two services with an axis, for more services as one row each. */
function toAvailabilityBars(document: ReportDocument, format: ReportFormat): DocumentBlock[] {
  if (document.services.length > maxChartedServices) return []
  const toLabel = createServiceLabels(document, format)
  const { charts } = format.words
  const shown = sortWorstFirst(document.services)
    .filter(({ days }) => days.some(({ service_level }) => service_level !== null))
    .map((service) => ({
      label: toLabel(service),
      level: format.percentage(service.service_level),
      target: service.budget?.target ?? null,
      days: service.days.map(({ date, service_level }) => ({ date, level: service_level })),
    }))
  if (shown.length > 2)
    return [
      {
        kind: 'chart',
        chart: { type: 'availability_strips', strips: shown, label: charts.daily },
        alt: shown.map(({ label, level }) => charts.availability(label, level)).join('. '),
      },
    ]
  return shown.map(({ label, level, target, days }) => ({
    kind: 'chart',
    chart: { type: 'availability_bars', days, target, label },
    alt: charts.availability(label, level),
  }))
}
