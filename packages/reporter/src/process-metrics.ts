import { Counter, Gauge } from '@prometheus-io/client'
import type { Queryable } from '@wachta/database'
import { type OrderOutcome, orderOutcomes, rollupSizes } from '@wachta/domain'
import { createScrapedGauge, type Metrics } from '@wachta/runtime'
import { sql } from 'kysely'
import { readHistoryLag } from './fill-history.ts'
import { readSendingAge } from './results/outgoing.ts'
import { readRollupProgress } from './rollup-store.ts'

/** The steps of one round, in order. */
const steps = ['partitions', 'rollups', 'seals', 'stamps', 'plans', 'history', 'retention'] as const
export type ReporterStep = (typeof steps)[number]

/** The process metrics of a reporter. */
export interface ProcessMetrics {
  markStepDone(step: ReporterStep): void
  countStepFailure(step: ReporterStep): void
  countDropped(what: 'partitions' | 'rollups' | 'notifications' | 'reports', count: number): void
  /** Counts time stamps of the chain or of reports. `failed` ones are retried, `missing` ones are not. */
  countStamp(what: 'chain' | 'report', outcome: 'stamped' | 'failed' | 'missing' | 'none'): void
  /** Counts analyses that the collector accepted or rejected. */
  sent(outcome: 'taken' | 'refused', count: number): void
  /** Counts a status page that was written to the object store because its content had changed. */
  pagePublished(): void
  pageFailed(): void
  /** Records that the stamp was written, which lists the existing pages. */
  pagesStamped(): void
  /** Records that another reporter publishes pages. */
  pagesStampedElsewhere(): void
  /** Counts an order of a certificate for a status page. */
  countOrder(outcome: OrderOutcome): void
}

const partitionedTables = ['analysis', 'check_detail', 'artifact', 'analysis_amendment']

export function createProcessMetrics(
  metrics: Metrics,
  database: Queryable,
  { isSending = false, hasHistory = false }: { readonly isSending?: boolean; readonly hasHistory?: boolean } = {},
): ProcessMetrics {
  const registers = [metrics]
  watchLag(metrics, database)
  watchPartitions(metrics, database)
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_export_age_seconds',
    help: 'The age of the oldest analysis that was not sent to OTLP_RESULTS_URL; no value if that is not set.',
    read: async () => (isSending ? [{ value: await readSendingAge(database) }] : []),
  })
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_history_lag_seconds',
    help: 'How long ago the last day ended that is copied to HISTORY_URL; days are copied two days after they ended. No value if that is not set.',
    read: async () => (hasHistory ? [{ value: await readHistoryLag(database) }] : []),
  })
  const sentAnalyses = new Counter({
    name: 'wachta_reporter_export_analyses_total',
    help: 'Analyses that were sent to OTLP_RESULTS_URL, by outcome; rejected ones are sent again.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'wachta_reporter_step_done_timestamp_seconds',
    help: 'When each step last succeeded; the start of the process if it never did.',
    labelNames: ['step'] as const,
    registers,
  })
  const stepFailures = new Counter({
    name: 'wachta_reporter_step_failures_total',
    help: 'Steps that failed and are retried.',
    labelNames: ['step'] as const,
    registers,
  })
  const droppedData = new Counter({
    name: 'wachta_reporter_dropped_total',
    help: 'Data deleted by retention: partitions, and rows of rollups, notifications and reports.',
    labelNames: ['what'] as const,
    registers,
  })
  const timeStamps = new Counter({
    name: 'wachta_reporter_time_stamps_total',
    help: 'Requested time stamps, by subject (chain or report) and outcome: stamped; failed, which is tried again; missing, for a report that was completed without one.',
    labelNames: ['what', 'outcome'] as const,
    registers,
  })
  const pages = createPageMetrics(metrics)
  const certificates = createCertificateMetrics(metrics, database)
  // Starts with the current time: a step that fails from the beginning needs an age, or no alarm would be raised.
  for (const step of steps.filter((each) => hasHistory || each !== 'history')) {
    lastSuccess.set({ step }, Date.now() / 1000)
    stepFailures.inc({ step }, 0)
  }
  return {
    markStepDone: (step) => lastSuccess.set({ step }, Date.now() / 1000),
    countStepFailure: (step) => stepFailures.inc({ step }),
    countStamp: (what, outcome) => timeStamps.inc({ what, outcome }),
    countDropped: (what, count) => droppedData.inc({ what }, count),
    sent: (outcome, count) => sentAnalyses.inc({ outcome }, count),
    ...pages,
    ...certificates,
  }
}

type PageMetrics = Pick<ProcessMetrics, 'pagePublished' | 'pageFailed' | 'pagesStamped' | 'pagesStampedElsewhere'>

function createPageMetrics(metrics: Metrics): PageMetrics {
  const registers = [metrics]
  const publishedPages = new Counter({
    name: 'wachta_reporter_pages_published_total',
    help: 'Status pages that were written to the object store, because their content had changed.',
    registers,
  })
  const pageFailures = new Counter({
    name: 'wachta_reporter_page_failures_total',
    help: 'Status pages that could not be built; they are tried again.',
    registers,
  })
  const lastStamp = new Gauge({
    name: 'wachta_reporter_pages_stamp_timestamp_seconds',
    help: 'When this reporter last wrote that status pages are up to date; 0 while another one does.',
    registers,
  })
  return {
    pagePublished: () => publishedPages.inc(),
    pageFailed: () => pageFailures.inc(),
    pagesStamped: () => lastStamp.set(Date.now() / 1000),
    pagesStampedElsewhere: () => lastStamp.set(0),
  }
}

function createCertificateMetrics(metrics: Metrics, database: Queryable): Pick<ProcessMetrics, 'countOrder'> {
  const orders = new Counter({
    name: 'wachta_reporter_certificate_orders_total',
    help: 'Certificates of status pages that were ordered, by outcome; those that were not issued are tried again.',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  for (const outcome of orderOutcomes) orders.inc({ outcome }, 0)
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_certificate_remaining_ratio',
    help: 'How much of the life of a certificate of status pages is left, from 1 to 0, for the one with the least; they are renewed at a third. No value without certificates.',
    async read() {
      const [found] = await database.query(sql<{ ratio: number | null }>`select min(
  extract(epoch from expires_at - now()) / extract(epoch from expires_at - issued_at))::float8 as ratio from page_certificate`)
      return typeof found?.ratio === 'number' ? [{ value: Math.max(0, found.ratio) }] : []
    },
  })
  return { countOrder: (outcome) => orders.inc({ outcome }) }
}

/** Reports the lag of rollups: normally up to a day for days, and about seven minutes for five-minute rollups. */
function watchLag(metrics: Metrics, database: Queryable): void {
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_rollup_lag_seconds',
    help: 'The age of the newest rollup, by size.',
    labelNames: ['size'],
    async read() {
      const done = await readRollupProgress(database)
      return rollupSizes.flatMap((size) =>
        done[size] === undefined ? [] : [{ labels: { size }, value: (Date.now() - done[size]) / 1000 }],
      )
    },
  })
}

/** Reports the lowest number of partitions ahead of all tables: nothing can be stored for a day without a partition. */
function watchPartitions(metrics: Metrics, database: Queryable): void {
  const days = () =>
    database.query(sql<{ first: number; last: number }>`select
  ((now() at time zone 'UTC')::date - to_date(min(right(c.relname, 8)), 'YYYYMMDD'))::int as first, (to_date(max(right(c.relname, 8)), 'YYYYMMDD') - (now() at time zone 'UTC')::date)::int as last
from unnest(${partitionedTables}::text[]) p (name) left join pg_inherits i on i.inhparent = p.name::regclass left join pg_class c on c.oid = i.inhrelid
group by p.name`)
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_partitions_ahead_days',
    help: 'The number of days after today for which partitions exist.',
    read: async () => [{ value: Math.min(...(await days()).map(({ last }) => last ?? -1)) }],
  })
  createScrapedGauge(metrics, {
    name: 'wachta_reporter_oldest_partition_days',
    help: 'The age of the oldest partition in days.',
    read: async () => [{ value: Math.max(...(await days()).map(({ first }) => first ?? 0)) }],
  })
}
