import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import type { StreamCondition } from '@wachta/bus'
import { type FlowFault, flowFaultNames } from '@wachta/domain'
import { type Metrics, valueGauge } from '@wachta/runtime'
import type { AssignmentTable } from './assignment-table.ts'
import type { SensorHeartbeats } from './sensor-heartbeats.ts'

/** What operators see of a planner. */
export interface ProcessMetrics {
  /** From now on this process leads, with what it knows. */
  leads(
    assignmentTable: Pick<AssignmentTable, 'assignments' | 'waiting'>,
    heartbeats: Pick<SensorHeartbeats, 'sensors'>,
  ): void
  /** All that sensors are told of a service is with the broker, so long after it was known that it is to be told. */
  published(lag_ms: number): void
  sent(outcome: 'published' | 'failed'): void
  heartbeat(): void
  /** What is wrong with the whole flow, as of the last look; undefined while it is not known. */
  flow(faults: readonly FlowFault[] | undefined): void
  /** How far the clock of this machine is ahead is asked for whenever somebody looks. */
  clock(offset_ms: () => number): void
  /** How full the streams are. */
  streams(conditions: readonly StreamCondition[]): void
  /** So many services got a stand-in for a sensor that does not answer, or lost it again. */
  standIns(services: number): void
  /** What became of telling somebody outside. */
  deadMansSwitch(outcome: 'told' | 'silent' | 'failed'): void
}

export function createProcessMetrics(metrics: Metrics): ProcessMetrics {
  const registers = [metrics]
  let led:
    | {
        assignmentTable: Pick<AssignmentTable, 'assignments' | 'waiting'>
        heartbeats: Pick<SensorHeartbeats, 'sensors'>
      }
    | undefined
  const gauge = (name: string, help: string, value: () => number) =>
    valueGauge(metrics, `wachta_planner_${name}`, help, value)
  let offset_ms = () => 0
  gauge(
    'clock_offset_seconds',
    "How far the clock of this machine is ahead of the database's, which decides.",
    () => offset_ms() / 1000,
  )
  gauge('leading', 'Whether this process leads: 1 or 0. One of all planners does.', () => Number(led !== undefined))
  gauge('assignments', 'Services times sensors that ought to be watched.', () => led?.assignmentTable.assignments ?? 0)
  gauge('unpublished_services', 'Services of which sensors are still to be told something.', () =>
    led === undefined ? 0 : led.assignmentTable.waiting.services,
  )
  gauge('oldest_unpublished_seconds', 'How long the first of them has waited; 0 where none waits.', () =>
    led === undefined ? 0 : led.assignmentTable.waiting.age_ms / 1000,
  )
  new Gauge({
    name: 'wachta_planner_sensors',
    help: 'Sensors by how they are: heard within the last 15 seconds, or silent; of those heard, how many hold something else than they were told, are cut off from their reference targets, are unsure because targets have answered in fewer than three networks, or have a disk that takes no results (disk_fault).',
    labelNames: ['state'] as const,
    registers,
    collect() {
      if (led === undefined) return
      for (const [state, count] of Object.entries(led.heartbeats.sensors)) this.set({ state }, count)
    },
  })
  const lag = new Histogram({
    name: 'wachta_planner_publish_lag_seconds',
    help: 'From reading a change until the broker has all that sensors are told of it.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 15, 60],
    registers,
  })
  const sent = new Counter({
    name: 'wachta_planner_messages_total',
    help: 'Assignments that were sent to sensors, by whether the broker took them.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const heartbeats = new Counter({
    name: 'wachta_planner_beats_total',
    help: 'Beats of sensors that were answered.',
    registers,
  })
  const byStream = (name: string, help: string) =>
    new Gauge({ name: `wachta_planner_${name}`, help, labelNames: ['stream'] as const, registers })
  const held = byStream('stream_bytes', 'What a stream of the broker holds, as of the last look.')
  const most = byStream('stream_limit_bytes', 'What it may hold. The oldest messages go where it is full.')
  const reach = byStream('stream_reach_seconds', 'How long ago the oldest message came that it still holds.')
  const flow = new Gauge({
    name: 'wachta_planner_flow_well',
    help: 'Whether the whole flow works, as of the last minute: 1 or 0. The log of the one that leads says what is wrong.',
    registers,
  })
  const fault = new Gauge({
    name: 'wachta_planner_flow_fault',
    help: 'What is wrong with the whole flow, as of the last minute: 1 or 0 for each fault.',
    labelNames: ['fault'] as const,
    registers,
  })
  const standIns = new Counter({
    name: 'wachta_planner_stand_in_changes_total',
    help: 'Times that a service got a stand-in for a sensor that does not answer, or lost it again.',
    registers,
  })
  const deadMansSwitch = new Counter({
    name: 'wachta_planner_deadman_total',
    help: 'Times that somebody outside was told that all is well, was not because it is not, or could not be.',
    labelNames: ['outcome'] as const,
    registers,
  })
  return {
    leads(assignmentTable, heard) {
      led = { assignmentTable, heartbeats: heard }
    },
    published: (lag_ms) => lag.observe(Math.max(0, lag_ms) / 1000),
    sent: (outcome) => sent.inc({ outcome }),
    heartbeat: () => heartbeats.inc(),
    clock(given) {
      offset_ms = given
    },
    flow(faults) {
      flow.set(Number(faults?.length === 0))
      if (faults === undefined) return
      for (const name of flowFaultNames) fault.set({ fault: name }, Number(faults.includes(name)))
    },
    streams(conditions) {
      for (const { name: stream, bytes, limit, oldest } of conditions) {
        held.set({ stream }, bytes)
        if (limit !== undefined) most.set({ stream }, limit)
        reach.set({ stream }, oldest === undefined ? 0 : Math.max(0, (Date.now() - oldest) / 1000))
      }
    },
    standIns: (services) => standIns.inc(services),
    deadMansSwitch: (outcome) => deadMansSwitch.inc({ outcome }),
  }
}
