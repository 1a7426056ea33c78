import type { Queryable } from '@wachta/database'
import {
  computeErrorBudget,
  computePercentage,
  findMissingResults,
  getPreviousRange,
  type Interval,
  listHourCells,
  mergeCheckRollups,
  toZoneName,
} from '@wachta/domain'
import type { RecordSource } from '@wachta/history'
import { sql } from 'kysely'
import { toPerformance } from './activity-figures.ts'
import type { ReportDocument, ReportedGap, ReportedService, Totals } from './document.ts'
import { type Activity, chooseBucketSize, loadActivity } from './load/activity.ts'
import { loadHistories } from './load/history.ts'
import { loadIncidents } from './load/incidents.ts'
import { loadNames } from './load/names.ts'
import { loadSensorProgress, loadSensorsOfServices } from './load/sensors.ts'
import { loadScopedServices } from './load/services.ts'
import type { BrandingSnapshot, ReportOrder } from './order.ts'
import { computeServiceFigures, type ReportFrame } from './service-figures.ts'
import { toIsoSeconds } from './times.ts'
import { fillVariables } from './variables.ts'
import { createFormat } from './words/format.ts'

/** The number of services whose histories are in memory at the same time. */
const batchSize = 20

/** The maximum length of the name of a report. */
const maxTitleLength = 255

export class NoServicesError extends Error {
  override readonly name = 'NoServicesError'
}

/**
 * Computes the document of a report from the database. Run it in one transaction with its own snapshot, so that all
 * figures refer to the same instant.
 */
export async function buildDocument(source: RecordSource, order: ReportOrder, now: Date): Promise<ReportDocument> {
  const { db } = source
  const { template, from } = order
  const zone = toZoneName(template.time_zone_id) ?? 'UTC'
  const to = Math.max(Math.min(order.to, Math.floor(now.getTime() / 1000) * 1000), from)
  const previous = getPreviousRange({ start: from, end: order.to }, zone)
  const cells = listHourCells({ start: from, end: to }, zone)
  const names = await loadNames(db, template.language_id)
  const frame: ReportFrame = {
    from,
    to,
    previousFrom: previous.start,
    zone,
    method: template.accounting_method,
    cells,
    names,
  }
  const scoped = await loadScopedServices(db, order)
  if (scoped.length === 0) throw new NoServicesError('the report has no services')
  const bucketSize = chooseBucketSize(cells)
  const services: ReportedService[] = []
  const activities: Activity[] = []
  for (let first = 0; first < scoped.length; first += batchSize) {
    const batch = scoped.slice(first, first + batchSize)
    const ids = batch.map(({ id }) => id)
    const histories = await loadHistories(db, ids, { start: previous.start, end: to })
    const activity = await loadActivity(source, { services: batch, range: { start: from, end: to }, size: bucketSize })
    const incidents = await loadIncidents(db, ids, { start: from, end: to })
    for (const service of batch) {
      const [history, serviceActivity] = [histories.get(service.id), activity.get(service.id)]
      // The service was deleted permanently after the services were listed.
      if (!history || !serviceActivity) continue
      const data = { service, history, activity: serviceActivity, incidents: incidents.get(service.id) ?? [] }
      services.push(computeServiceFigures(data, frame))
      // The totals need only the figures of the sensors, and the buckets of all services would fill the memory.
      activities.push({ ...serviceActivity, buckets: [] })
    }
  }
  const [account] = await db.query(sql<{ name: string }>`select name from account where id = ${order.owner_id}`)
  return fillTitle({
    version: 1,
    report: {
      id: order.id,
      template_id: order.template_id,
      template_name: template.name,
      title: template.title === '' ? template.name : template.title,
      introduction: template.introduction,
      language_id: template.language_id,
      sections: template.section_ids,
      generated_at: toIsoSeconds(now.getTime()),
    },
    account: { id: order.owner_id, name: account?.name ?? '' },
    branding: order.branding ?? createPlainBranding(account?.name ?? ''),
    public_url: order.public_url ?? null,
    period: {
      from: toIsoSeconds(from),
      to: toIsoSeconds(to),
      time_zone: zone,
      previous_from: toIsoSeconds(previous.start),
    },
    accounting_method: template.accounting_method,
    missing_results: await loadMissingResults(
      db,
      services.map(({ id }) => id),
      { range: { start: from, end: to }, now },
    ),
    totals: computeTotals(services, activities, template.service_level_target),
    services,
  })
}

async function loadMissingResults(
  db: Queryable,
  services: readonly number[],
  { range, now }: { readonly range: Interval; readonly now: Date },
): Promise<ReportedGap[]> {
  const missing = findMissingResults(range, await loadSensorProgress(db), now.getTime())
  if (missing.length === 0) return []
  const sensorIds = new Set(await loadSensorsOfServices(db, services, range))
  return missing
    .filter(({ sensor }) => sensorIds.has(sensor.id))
    .map(({ sensor, ...gap }) => ({
      sensor_id: sensor.id,
      sensor_name: sensor.name,
      from: toIsoSeconds(gap.from),
      to: toIsoSeconds(gap.to),
    }))
}

/**
 * Fills in the title. It can contain figures, such as the service level, so it is known only when the document is
 * complete.
 */
function fillTitle(document: ReportDocument): ReportDocument {
  const { report, period } = document
  const format = createFormat(report.language_id === 'pl' ? 'pl' : 'en', period.time_zone)
  const title = fillVariables(report.title, document, format).slice(0, maxTitleLength).toWellFormed()
  return { ...document, report: { ...report, title } }
}

const createPlainBranding = (name: string): BrandingSnapshot => ({
  name,
  logo: null,
  accent_colour: null,
  contact_text: null,
  contact_email_address: null,
  contact_phone_number: null,
  contact_url: null,
})

const secondsFields = [
  'ok_seconds',
  'failure_seconds',
  'paused_seconds',
  'unknown_seconds',
  'counted_ok_seconds',
  'counted_not_ok_seconds',
  'raw_counted_ok_seconds',
  'raw_counted_not_ok_seconds',
  'previous_counted_ok_seconds',
  'previous_counted_not_ok_seconds',
] as const

/** Computes the figures of all services together from sums of seconds, counts and histograms, never from averages. */
function computeTotals(
  services: readonly ReportedService[],
  activities: readonly Activity[],
  target: number | null,
): Totals {
  const sum = (value: (service: ReportedService) => number) => services.reduce((total, one) => total + value(one), 0)
  const seconds = Object.fromEntries(secondsFields.map((field) => [field, sum((one) => one[field])])) as Record<
    (typeof secondsFields)[number],
    number
  >
  const toLevelSeconds = (prefix: '' | 'raw_' | 'previous_') => ({
    ok_seconds: seconds[`${prefix}counted_ok_seconds`],
    not_ok_seconds: seconds[`${prefix}counted_not_ok_seconds`],
    left_out_seconds: 0,
  })
  const failures = services.flatMap((one) => one.failures.map((failure) => failure.seconds))
  return {
    services_count: services.length,
    ...seconds,
    service_level: computePercentage(toLevelSeconds('')),
    raw_service_level: computePercentage(toLevelSeconds('raw_')),
    previous_service_level: computePercentage(toLevelSeconds('previous_')),
    failures_count: failures.length,
    longest_failure_seconds: failures.length === 0 ? null : failures.reduce((one, other) => Math.max(one, other)),
    mean_failure_seconds: computeWeightedMean(failures.map((each) => [each, 1])),
    mean_seconds_between_failures: computeWeightedMean(
      services.map((one) => [one.mean_seconds_between_failures, one.failures_count - 1]),
    ),
    budget: target === null ? null : computeErrorBudget(target, toLevelSeconds('')),
    targets_missed: services.filter(({ budget }) => budget?.is_met === false).length,
    incidents_count: sum(({ incidents }) => incidents.count),
    mean_seconds_to_acknowledge: computeWeightedMean(
      services.map(({ incidents }) => [incidents.mean_seconds_to_acknowledge, incidents.acknowledged]),
    ),
    corrections_count: sum(({ corrections }) => corrections.length),
    analyses: {
      count: sum(({ analyses }) => analyses.count),
      failures: sum(({ analyses }) => analyses.failures),
      below_quorum: sum(({ analyses }) => analyses.below_quorum),
    },
    checks: {
      ok: sum(({ checks }) => checks.ok),
      error: sum(({ checks }) => checks.error),
      unknown: sum(({ checks }) => checks.unknown),
    },
    performance: toPerformance(
      mergeCheckRollups(activities.flatMap(({ sensors }) => [...sensors.values()])).response_time,
    ),
  }
}

function computeWeightedMean(values: readonly (readonly [value: number | null, weight: number])[]): number | null {
  const known = values.flatMap(([value, weight]) => (value === null || weight <= 0 ? [] : [[value, weight] as const]))
  const weight = known.reduce((sum, [, one]) => sum + one, 0)
  return weight === 0 ? null : known.reduce((sum, [value, one]) => sum + value * one, 0) / weight
}
