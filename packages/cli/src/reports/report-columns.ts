import type { Client, Report, ReportTemplate } from '@wachta/client'
import type { CliLanguage, LocalizedText } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { findStateLabel } from '../kinds/state-labels.ts'
import { formatDay, formatLocalTime, formatRelativeTime } from '../times/time-text.ts'

interface ReportStyle {
  readonly language: CliLanguage
  readonly now: Date
  /** The names of time zones, by id. */
  readonly zones: ReadonlyMap<string, string>
}

/** Reads the names of the time zones of reports. */
export async function readZones(client: Client, reports: readonly Report[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(reports.map(({ time_zone_id }) => time_zone_id))]
  if (ids.length === 0) return new Map()
  const query = { 'filter.id': `one_of:${ids.join(',')}`, limit: ids.length }
  const { items } = await client.list('list_dictionaries_time_zones', { query })
  return new Map(items.map(({ id, name }) => [id, name]))
}

/** The columns of a list of reports: subject, status, and the first and last day of the period. */
export function getReportColumns({ language, now, zones }: ReportStyle): OutputColumn<Report>[] {
  const formatReportDay = (time: Date, { time_zone_id }: Report): string => {
    const zone = zones.get(time_zone_id)
    return zone === undefined ? formatLocalTime(time.toISOString()).slice(0, 10) : formatDay(time, zone)
  }
  return [
    { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
    { title: { en: 'Title', pl: 'Tytuł' }, value: ({ name }) => name },
    {
      title: { en: 'Status', pl: 'Stan' },
      value: (report) => formatReportStatus(report, language),
      tone: ({ status }) => findStateLabel('reports', 'status', status)?.tone,
      isNeverCut: true,
    },
    {
      title: { en: 'From', pl: 'Od' },
      value: (report) => formatReportDay(new Date(report.start_time), report),
      isNeverCut: true,
    },
    {
      title: { en: 'To', pl: 'Do' },
      // The end is not included.
      value: (report) => formatReportDay(new Date(Date.parse(report.end_time) - 1), report),
      isNeverCut: true,
    },
    {
      title: { en: 'Requested', pl: 'Zamówiono' },
      value: ({ created_at }) => formatRelativeTime(created_at, now, language),
      isNeverCut: true,
    },
    {
      title: { en: 'Schedule', pl: 'Harmonogram' },
      value: ({ reporting_plan_id, is_test }) => (is_test ? testLabel[language] : reporting_plan_id),
    },
  ]
}

export const getTemplateColumns = (language: CliLanguage): OutputColumn<ReportTemplate>[] => [
  { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
  { title: { en: 'Name', pl: 'Nazwa' }, value: ({ name }) => name },
  {
    title: { en: 'Active', pl: 'Włączony' },
    value: ({ is_active }) => findStateLabel('report-templates', 'is_active', is_active)?.[language],
    tone: ({ is_active }) => findStateLabel('report-templates', 'is_active', is_active)?.tone,
    isNeverCut: true,
  },
  {
    title: { en: 'Schedule', pl: 'Harmonogram' },
    value: ({ reporting_plan_ids }) => reporting_plan_ids.join(' ') || null,
  },
  { title: { en: 'Time zone', pl: 'Strefa czasowa' }, value: ({ time_zone_id }) => time_zone_id },
  { title: { en: 'Recipients', pl: 'Odbiorcy' }, value: ({ recipients }) => recipients.join(' ') || null },
]

/** The status, and the reason of a failure in words. */
export function formatReportStatus({ status, failure_reason }: Report, language: CliLanguage): string {
  const label = findStateLabel('reports', 'status', status)?.[language] ?? status
  return failure_reason === null ? label : `${label}: ${describeFailure(failure_reason)[language]}`
}

/** Why a report was not made. */
export const describeFailure = (reason: string): LocalizedText => reasons[reason] ?? { en: reason, pl: reason }

const reasons: Readonly<Record<string, LocalizedText>> = {
  no_services: { en: 'no services in the period', pl: 'brak usług w tym okresie' },
  not_printable: { en: 'the document could not be created', pl: 'nie można utworzyć dokumentu' },
  document_too_large: { en: 'too large for one document', pl: 'za dużo danych na jeden dokument' },
  too_many_changes: { en: 'maintenance windows changed too often', pl: 'okna serwisowe zmieniano zbyt często' },
  beyond_package: { en: 'limit of the package reached', pl: 'wyczerpano limit pakietu' },
}

const testLabel = { en: 'test', pl: 'test' }
