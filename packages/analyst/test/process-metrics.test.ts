import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createProcessMetrics } from '../src/process-metrics.ts'

const serviceStatus = { messages: 0, results: 0, repeated: 0, expected: 2, overdue: 0, pending: 0, behind_seconds: 0 }

test('expected analyses are counted from the schedules and the clock alone, also while a shard restarts', async () => {
  const metrics = new Registry()
  const clock = { now: 5_000 }
  const figures = createProcessMetrics(metrics, () => clock.now)
  const expected = async () =>
    Number(/^wachta_analyst_analyses_expected_total\{shard="3"\} (\S+)$/m.exec(await metrics.metrics())?.[1] ?? 0)
  figures.addShard(3)
  clock.now += 10_000
  figures.setShardState(3, serviceStatus)
  assert.equal(await expected(), 20)
  clock.now += 30_000
  figures.setShardState(3, serviceStatus)
  assert.equal(await expected(), 80, 'half a minute without a word was half a minute of slots')
  figures.removeShard(3)
  clock.now += 600_000
  figures.addShard(3)
  clock.now += 1_000
  figures.setShardState(3, { ...serviceStatus, expected: 5 })
  assert.equal(await expected(), 85, 'what others decided meanwhile is theirs')
})

test('a shard that is given back has no gauges any more', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics)
  figures.addShard(1)
  figures.setShardState(1, { ...serviceStatus, overdue: 4 })
  assert.match(await metrics.metrics(), /^wachta_analyst_analyses_overdue\{shard="1"\} 4$/m)
  figures.removeShard(1)
  const text = await metrics.metrics()
  assert.doesNotMatch(text, /^wachta_analyst_(analyses_overdue|shard_held|results_pending)\{/m)
  assert.match(text, /^wachta_analyst_shards 8$/m)
})

test('a commit is counted with its analyses, its duration, its strays and its dead letters', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics)
  const closing = { deadLetters: [{}, {}], strays: [{ reason: 'early', count: 3 }], due: [] }
  const analyses = [
    { kind: 's', hasNoResults: true },
    { kind: 'f', hasNoResults: false },
  ]
  const stored = { analyses, amended: 4, alertCounts: { started: 1, ended: 0 }, seconds: 0.5, at: 0 }
  figures.countCommitted(2, closing as never, stored as never)
  assertSeries(await metrics.metrics(), [
    'wachta_analyst_analyses_closed_total{shard="2",kind="scheduled"} 1',
    'wachta_analyst_analyses_closed_total{shard="2",kind="forced"} 1',
    'wachta_analyst_analyses_silent_total{shard="2"} 1',
    'wachta_analyst_analyses_amended_total{shard="2"} 4',
    'wachta_analyst_commit_duration_seconds_sum{shard="2"} 0.5',
    'wachta_analyst_commit_analyses_sum{shard="2"} 2',
    'wachta_analyst_dead_letters_total{shard="2"} 2',
    'wachta_analyst_strays_total{shard="2",reason="early"} 3',
    'wachta_analyst_events_total{change="started"} 1',
  ])
})

test('read, pending and skipped messages and results have metrics', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics)
  figures.setShardState(5, {
    messages: 2,
    results: 30,
    repeated: 3,
    expected: 7,
    overdue: 1,
    pending: 9,
    behind_seconds: 4,
  })
  figures.countSkippedMessages(5, 11)
  figures.countDroppedArtifacts('quota', 2)
  figures.countDroppedArtifacts('quota')
  figures.countMassChange()
  figures.setQuarantined(6)
  figures.setClockOffset(() => 1_500)
  assertSeries(await metrics.metrics(), [
    'wachta_analyst_messages_total{shard="5"} 2',
    'wachta_analyst_results_total{shard="5"} 30',
    'wachta_analyst_results_repeated_total{shard="5"} 3',
    'wachta_analyst_results_pending{shard="5"} 9',
    'wachta_analyst_results_behind_seconds{shard="5"} 4',
    'wachta_analyst_analyses_expected_per_second{shard="5"} 7',
    'wachta_analyst_messages_over_rate_total{shard="5"} 11',
    'wachta_analyst_artifacts_dropped_total{reason="quota"} 3',
    'wachta_analyst_mass_changes_total 1',
    'wachta_analyst_quarantined_sensors 6',
    'wachta_analyst_clock_offset_seconds 1.5',
  ])
})

function assertSeries(text: string, wanted: readonly string[]): void {
  const lines = new Set(text.split('\n'))
  for (const line of wanted) assert.ok(lines.has(line), `${line} is missing in\n${text}`)
}
