import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import type { StreamCondition } from '@wachta/bus'
import { type PipelineProblem, pipelineProblems } from '@wachta/domain'
import { createValueGauge, type Metrics } from '@wachta/runtime'
import type { AssignmentTable } from './assignment-table.ts'
import type { SensorHeartbeats } from './sensor-heartbeats.ts'

/** The process metrics of a planner. */
export interface ProcessMetrics {
  /** Records that this process leads from now on, and where to read its state. */
  setLeading(assignmentTable: LeaderState['assignmentTable'], heartbeats: LeaderState['heartbeats']): void
  /** Records the time from the detection of a change of a service until it was completely published to the broker. */
  observeLag(lag_ms: number): void
  countPost(outcome: 'published' | 'failed'): void
  countHeartbeat(): void
  /** Sets the problems of the whole pipeline as of the last check; undefined while they are unknown. */
  setProblems(faults: readonly PipelineProblem[] | undefined): void
  /** Sets the source of the clock offset, which is read at each scrape. */
  setClockOffset(offset_ms: () => number): void
  /** Sets how full the streams are. */
  setStreams(conditions: readonly StreamCondition[]): void
  /** Counts services that a failover sensor was added to, or removed from again. */
  countFailoverChanges(services: number): void
  /** Counts a request of the dead man's switch: sent (`told`), withheld because of a problem (`silent`), or failed. */
  countDeadMansSwitchRequest(outcome: 'told' | 'silent' | 'failed'): void
}

/** The state of a planner that leads. */
interface LeaderState {
  readonly assignmentTable: Pick<AssignmentTable, 'assignments' | 'waiting'>
  readonly heartbeats: Pick<SensorHeartbeats, 'sensors' | 'hosts'>
}

export function createProcessMetrics(metrics: Metrics): ProcessMetrics {
  let leader: LeaderState | undefined
  let offset_ms = () => 0
  createValueGauge(metrics, {
    name: 'wachta_planner_clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of the database clock, which is the reference.',
    value: () => offset_ms() / 1000,
  })
  watchLeadership(metrics, () => leader)
  const instruments = createInstruments(metrics)
  const { lag, posts, heartbeats, isPipelineWorking, problems, failoverChanges, deadMansSwitch } = instruments
  const { streamSize, streamLimit, oldestAge } = instruments
  return {
    setLeading(assignmentTable, sensorHeartbeats) {
      leader = { assignmentTable, heartbeats: sensorHeartbeats }
    },
    observeLag: (lag_ms) => lag.observe(Math.max(0, lag_ms) / 1000),
    countPost: (outcome) => posts.inc({ outcome }),
    countHeartbeat: () => heartbeats.inc(),
    setClockOffset(source) {
      offset_ms = source
    },
    setProblems(faults) {
      isPipelineWorking.set(Number(faults?.length === 0))
      if (faults === undefined) return
      for (const name of pipelineProblems) problems.set({ fault: name }, Number(faults.includes(name)))
    },
    setStreams(conditions) {
      for (const { name: stream, bytes, limit, oldest } of conditions) {
        streamSize.set({ stream }, bytes)
        if (limit !== undefined) streamLimit.set({ stream }, limit)
        oldestAge.set({ stream }, oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000))
      }
    },
    countFailoverChanges: (services) => failoverChanges.inc(services),
    countDeadMansSwitchRequest: (outcome) => deadMansSwitch.inc({ outcome }),
  }
}

/** Reads the state of the leader at each scrape. */
function watchLeadership(metrics: Metrics, getLeader: () => LeaderState | undefined): void {
  const gauge = (name: string, help: string, value: () => number) =>
    createValueGauge(metrics, { name: `wachta_planner_${name}`, help, value })
  gauge('leading', 'Whether this process is the leader: 1 or 0. One planner leads.', () =>
    Number(getLeader() !== undefined),
  )
  gauge(
    'assignments',
    'Assignments: services times their sensors.',
    () => getLeader()?.assignmentTable.assignments ?? 0,
  )
  gauge(
    'unpublished_services',
    'Services with changes that are not published to sensors yet.',
    () => getLeader()?.assignmentTable.waiting.services ?? 0,
  )
  gauge(
    'oldest_unpublished_seconds',
    'The age of the oldest such change; 0 if there is none.',
    () => (getLeader()?.assignmentTable.waiting.ageMs ?? 0) / 1000,
  )
  gauge(
    'sensor_hosts',
    'Hosts of active sensors that were heard within the last 15 seconds; a sensor can have several.',
    () => getLeader()?.heartbeats.hosts ?? 0,
  )
  new Gauge({
    name: 'wachta_planner_sensors',
    help: 'Sensors by state: with a heartbeat within the last 15 seconds, or silent; of those with a heartbeat, how many have other assignments than the published ones, are cut off from their reference targets, are unsure because targets have answered in fewer than three networks, or cannot write results to their disk (disk_fault).',
    labelNames: ['state'] as const,
    registers: [metrics],
    collect() {
      for (const [state, count] of Object.entries(getLeader()?.heartbeats.sensors ?? {})) this.set({ state }, count)
    },
  })
}

function createInstruments(metrics: Metrics) {
  const registers = [metrics]
  return {
    lag: new Histogram({
      name: 'wachta_planner_publish_lag_seconds',
      help: 'Time from reading a change until the broker has all assignments for it.',
      buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 15, 60],
      registers,
    }),
    posts: new Counter({
      name: 'wachta_planner_messages_total',
      help: 'Assignments that were published, by whether the broker accepted them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    heartbeats: new Counter({
      name: 'wachta_planner_beats_total',
      help: 'Sensor heartbeats that were answered.',
      registers,
    }),
    ...createStreamInstruments(metrics),
    isPipelineWorking: new Gauge({
      name: 'wachta_planner_flow_well',
      help: 'Whether everything from checks to notifications worked in the last minute: 1 or 0. The log of the leader has the reasons.',
      registers,
    }),
    problems: new Gauge({
      name: 'wachta_planner_flow_fault',
      help: "The problems that the dead man's switch found in the last minute: 1 or 0 for each.",
      labelNames: ['fault'] as const,
      registers,
    }),
    failoverChanges: new Counter({
      name: 'wachta_planner_stand_in_changes_total',
      help: 'Times that a failover sensor was added to a service, or removed again.',
      registers,
    }),
    deadMansSwitch: new Counter({
      name: 'wachta_planner_deadman_total',
      help: "Requests of the dead man's switch: sent, withheld because of a problem, or failed.",
      labelNames: ['outcome'] as const,
      registers,
    }),
  }
}

function createStreamInstruments(metrics: Metrics) {
  const createStreamGauge = (name: string, help: string) =>
    new Gauge({ name: `wachta_planner_${name}`, help, labelNames: ['stream'] as const, registers: [metrics] })
  return {
    streamSize: createStreamGauge('stream_bytes', 'The size of a stream of the broker at the last check.'),
    streamLimit: createStreamGauge(
      'stream_limit_bytes',
      'The size limit of a stream. When it is full, the oldest messages are dropped.',
    ),
    oldestAge: createStreamGauge('stream_reach_seconds', 'The age of the oldest message in a stream.'),
  }
}
