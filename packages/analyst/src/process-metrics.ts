import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import { shardCount } from '@wachta/bus'
import { createValueGauge, type Metrics } from '@wachta/runtime'
import type { AlertCounts } from './events/write-alerts.ts'
import type { AnalysisToStore } from './slots/open-slot.ts'
import type { IntakeCounts } from './slots/result-intake.ts'
import type { CloseResult } from './slots/slot-aggregator.ts'
import type { CommitResult } from './store/store.ts'

/** The current counts of a shard. */
export interface ShardCounts extends IntakeCounts {
  /** Scheduled analyses per second. */
  readonly expected: number
  /** Services with a slot that should have been closed. */
  readonly overdue: number
  /** Results in memory whose slots are still open or that came late. */
  readonly pending: number
  /** How long the oldest open slot is overdue. */
  readonly behind_seconds: number
}

/** The result of a commit, with its duration and time. */
type TimedCommit = CommitResult & { readonly seconds: number; readonly at: number }

/** Updates the metrics of an analyst. */
export interface ProcessMetrics {
  countCommitted(shard: number, closing: CloseResult, stored: TimedCommit): void
  setShardState(shard: number, counts: ShardCounts): void
  addShard(shard: number): void
  removeShard(shard: number): void
  /** Counts alerts that started and ended outside a commit of analyses. */
  countAlerts(written: AlertCounts): void
  /** Counts skipped messages of a sensor that exceeds its limit. */
  countSkippedMessages(shard: number, messages: number): void
  /** Counts artifacts that were not kept. */
  countDroppedArtifacts(reason: string, count?: number): void
  /** Counts a mass change. */
  countMassChange(): void
  setQuarantined(sensors: number): void
  /** Sets the function that returns the clock offset; it is called whenever the metrics are read. */
  setClockOffset(offset_ms: () => number): void
}

const kindLabels: Readonly<Record<AnalysisToStore['kind'], string>> = { s: 'scheduled', f: 'forced', c: 'custom' }

export function createProcessMetrics(
  metrics: Metrics,
  monotonic: () => number = () => performance.now(),
): ProcessMetrics {
  const instruments = createInstruments(metrics)
  let offset_ms = () => 0
  createValueGauge(metrics, {
    name: 'wachta_analyst_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the database clock, which is the reference.',
    value: () => offset_ms() / 1000,
  })
  /** The time of the last call of `setShardState` for each shard. It is kept while a shard restarts after an error. */
  const reportedAt = new Map<number, number>()
  return {
    countMassChange: () => instruments.massChanges.inc(),
    countDroppedArtifacts: (reason, count = 1) => instruments.dropped.inc({ reason }, count),
    setClockOffset(given) {
      offset_ms = given
    },
    countSkippedMessages: (shard, passed) => instruments.flooded.inc({ shard: String(shard) }, passed),
    setQuarantined: (sensors) => instruments.quarantined.set(sensors),
    countAlerts: (written) => countAlerts(instruments, written),
    countCommitted: (shard, closing, stored) => countCommit(instruments, String(shard), { closing, stored }),
    setShardState(number, counts) {
      const { expectedTotal, messages, results, repeated, expected, overdue, pending, behind } = instruments
      const shard = String(number)
      const at = monotonic()
      expectedTotal.inc({ shard }, (counts.expected * (at - (reportedAt.get(number) ?? at))) / 1000)
      reportedAt.set(number, at)
      messages.inc({ shard }, counts.messages)
      results.inc({ shard }, counts.results)
      repeated.inc({ shard }, counts.repeated)
      expected.set({ shard }, counts.expected)
      overdue.set({ shard }, counts.overdue)
      pending.set({ shard }, counts.pending)
      behind.set({ shard }, counts.behind_seconds)
    },
    addShard(number) {
      const shard = String(number)
      instruments.held.set({ shard }, 1)
      // A shard that never closes anything needs a value too, or the ratio would be missing instead of 0.
      instruments.closed.inc({ shard, kind: kindLabels.s }, 0)
      reportedAt.set(number, monotonic())
    },
    removeShard(number) {
      const { expected, overdue, pending, behind, held } = instruments
      const shard = String(number)
      reportedAt.delete(number)
      for (const one of [expected, overdue, pending, behind, held]) one.remove({ shard })
    },
  }
}

function countCommit(
  instruments: Instruments,
  shard: string,
  { closing, stored }: { readonly closing: CloseResult; readonly stored: TimedCommit },
): void {
  const { closed, silent, amended, deadLetters, strays, commits, sizes, closeLag } = instruments
  for (const [kind, analyses] of Map.groupBy(stored.analyses, (analysis) => kindLabels[analysis.kind]))
    closed.inc({ shard, kind }, analyses.length)
  silent.inc({ shard }, stored.analyses.filter(({ hasNoResults }) => hasNoResults).length)
  amended.inc({ shard }, stored.amended)
  deadLetters.inc({ shard }, closing.deadLetters.length)
  for (const { reason, count: times } of closing.strays) strays.inc({ shard, reason }, times)
  commits.observe({ shard }, stored.seconds)
  sizes.observe({ shard }, stored.analyses.length)
  const lag = closeLag.labels({ shard })
  for (const due of closing.due) lag.observe(Math.max(0, stored.at - due) / 1000)
  countAlerts(instruments, stored.alertCounts)
}

function countAlerts({ events }: Instruments, { started, ended }: AlertCounts): void {
  if (started > 0) events.inc({ change: 'started' }, started)
  if (ended > 0) events.inc({ change: 'ended' }, ended)
}

/** The counters, gauges and histograms of an analyst, most of them by shard. */
type Instruments = ReturnType<typeof createInstruments>

function createInstruments(metrics: Metrics) {
  const factory = createInstrumentFactory(metrics)
  return {
    ...createAnalysisInstruments(factory),
    ...createResultInstruments(factory),
    ...createProcessInstruments(factory),
  }
}

type InstrumentFactory = ReturnType<typeof createInstrumentFactory>

function createInstrumentFactory(metrics: Metrics) {
  const registers = [metrics]
  const byShard = ['shard'] as const
  const toMetricName = (suffix: string) => `wachta_analyst_${suffix}`
  return {
    counter: (what: string, help: string) =>
      new Counter({ name: toMetricName(what), help, labelNames: byShard, registers }),
    gauge: (what: string, help: string) =>
      new Gauge({ name: toMetricName(what), help, labelNames: byShard, registers }),
    histogram: (what: string, help: string, buckets: number[]) =>
      new Histogram({ name: toMetricName(what), help, labelNames: byShard, buckets, registers }),
    labelledCounter: <L extends string>(what: string, help: string, labelNames: readonly L[]) =>
      new Counter({ name: toMetricName(what), help, labelNames: [...labelNames], registers }),
    /** A gauge of the whole process, without the label `shard`. */
    processGauge: (what: string, help: string) => new Gauge({ name: toMetricName(what), help, registers }),
  }
}

const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const createAnalysisInstruments = ({ counter, gauge, histogram, labelledCounter: labelled }: InstrumentFactory) => ({
  closed: labelled('analyses_closed_total', 'Stored analyses, by kind.', ['shard', 'kind']),
  expectedTotal: counter(
    'analyses_expected_total',
    'Analyses that were scheduled. Over time, the same number is closed.',
  ),
  silent: counter('analyses_silent_total', 'Analyses without any result from a sensor.'),
  amended: counter('analyses_amended_total', 'Analyses that were amended by late results.'),
  overdue: gauge('analyses_overdue', 'Services with a slot that should have been closed 10 seconds ago.'),
  closeLag: histogram(
    'close_lag_seconds',
    'Time from the deadline of a slot, or its last result, until its analysis is committed.',
    [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300],
  ),
  commits: histogram('commit_duration_seconds', 'How long a commit took.', durationBuckets),
  sizes: histogram('commit_analyses', 'Analyses in one commit.', [1, 5, 25, 100, 500, 1000, 2500, 5000]),
})

const createResultInstruments = ({ counter, gauge, labelledCounter: labelled }: InstrumentFactory) => ({
  messages: counter('messages_total', 'Messages with results that were read.'),
  results: counter('results_total', 'Results that were read.'),
  repeated: counter('results_repeated_total', 'Duplicate results, which change nothing.'),
  deadLetters: counter('dead_letters_total', 'Messages that could not be parsed and were set aside.'),
  flooded: counter(
    'messages_over_rate_total',
    'Messages that were skipped because their sensor exceeded its rate. The log names the sensor.',
  ),
  strays: labelled('strays_total', 'Results that were not expected, by reason.', ['shard', 'reason']),
  pending: gauge('results_pending', 'Results in slots that are still open.'),
  behind: gauge('results_behind_seconds', 'How long the oldest open slot is overdue.'),
})

function createProcessInstruments({ gauge, labelledCounter: labelled, processGauge: whole }: InstrumentFactory) {
  const expected = gauge('analyses_expected_per_second', 'Scheduled analyses per second.')
  const held = gauge('shard_held', 'Shards that this process owns: 1 for each.')
  whole('shards', 'The number of shards. Each should be owned by one analyst.').set(shardCount)
  return {
    expected,
    held,
    events: labelled('events_total', 'Alerts that started and ended.', ['change']),
    dropped: labelled('artifacts_dropped_total', 'Artifacts that were not kept, by reason.', ['reason']),
    massChanges: labelled(
      'mass_changes_total',
      'Mass changes: how often very many services began to fail at once.',
      [],
    ),
    quarantined: whole('quarantined_sensors', 'Sensors in quarantine.'),
  }
}
