import { randomBytes } from 'node:crypto'
import {
  type ArtifactChunk,
  type Assignment,
  type Bus,
  type BusOptions,
  computeStreamLimits,
  countResultBytes,
  type DiagnosticAnswer,
  decodeArtifactChunk,
  digestRevisions,
  encodeSensorHeartbeatReply,
  ensureStreams,
  getCellStreams,
  listStreamNames,
  openBus,
  parseLastId,
  readDiagnosticAnswer,
  readResults,
  readStream,
  type SensorCommand,
  serveAssignments,
  type Urgency,
  writeAssignment,
  writeCommand,
} from '@wachta/bus'
import { toReported } from '@wachta/testing/check-reports'
import { toSpooled } from '@wachta/testing/sensor'
import type { SpooledResult } from '../src/spool/records.ts'

export interface ReceivedResult extends SpooledResult {
  readonly host: string
  readonly urgency: Urgency
  readonly isPacked: boolean
}

/** The part of a centre that a sensor sees: it assigns services, answers heartbeats, and takes results. */
export interface Centre extends AsyncDisposable {
  readonly url: string
  readonly cell: string
  readonly bus: Bus
  readonly received: ReceivedResult[]
  readonly artifacts: ArtifactChunk[]
  readonly answers: DiagnosticAnswer[]
  /** The centre's answers to heartbeats. */
  readonly settings: { leaseMs: number; credit: number; isCommitting: boolean; readsPacked: boolean }
  assign(sensor_id: number, assignment: Assignment): Promise<void>
  command(sensor_id: number, command: SensorCommand): void
}

const small = computeStreamLimits(160 * 1024 ** 2)

/** Opens a centre at the broker of the tests, or at another one with its credentials. */
export async function openCentre(given: Partial<Pick<BusOptions, 'url' | 'credentials'>> = {}): Promise<Centre> {
  const url = given.url ?? process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
  const cell = `sensor-${randomBytes(4).toString('hex')}`
  const bus = await openBus({ ...given, url, cell, name: 'centre' })
  await ensureStreams(bus, small)
  const stop = new AbortController()
  const held = new Map<number, Map<number, number>>()
  const serving = serveAssignments(bus)
  const centre: Centre = {
    url,
    cell,
    bus,
    received: [],
    artifacts: [],
    answers: [],
    settings: { leaseMs: 86_400_000, credit: 10_000, isCommitting: true, readsPacked: false },
    async assign(sensor_id, assignment) {
      const { service_id, revisions } = assignment
      const services = held.get(sensor_id) ?? new Map<number, number>()
      held.set(sensor_id, services)
      if (revisions.length === 0) services.delete(service_id)
      else services.set(service_id, revisions.at(-1)?.revision ?? 0)
      await bus.jetstream.publish(bus.subjects.assignment(sensor_id, service_id), writeAssignment(assignment))
    },
    command: (sensor_id, command) => bus.connection.publish(bus.subjects.command(sensor_id), writeCommand(command)),
    async [Symbol.asyncDispose]() {
      stop.abort()
      serving[Symbol.dispose]()
      for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream)
      await bus[Symbol.asyncDispose]()
    },
  }
  bus.connection.subscribe(bus.subjects.heartbeats(), {
    callback: (_, message) => {
      const services = held.get(parseLastId(message.subject) ?? 0) ?? []
      const now = Date.now()
      const { leaseMs, credit } = centre.settings
      const digest = digestRevisions(services)
      message.respond(
        encodeSensorHeartbeatReply({
          received: now,
          sent: now,
          digest,
          valid_until: now + leaseMs,
          quarantined: false,
          backlog_credit: credit,
        }),
      )
    },
  })
  bus.connection.subscribe(bus.subjects.answers(), {
    callback: (_, message) => {
      centre.answers.push(readDiagnosticAnswer(message.data))
    },
  })
  void collect(centre, 'live', stop.signal)
  void collect(centre, 'backlog', stop.signal)
  void collectArtifacts(centre, stop.signal)
  return centre
}

/** Takes results, and confirms those up to the first gap. */
async function collect(centre: Centre, urgency: Urgency, signal: AbortSignal): Promise<void> {
  const { bus, received } = centre
  const reader = await readStream(bus, {
    stream: getCellStreams(bus.cell).results(urgency),
    filter: bus.subjects.results(urgency),
    after: 0,
    signal,
  })
  for await (const { subject, bytes } of reader) {
    const sensor_id = parseLastId(subject) ?? 0
    const group = Number(subject.split('.').at(-2))
    const { host, first, reports } = readResults(sensor_id, bytes)
    const about = { host, urgency, isPacked: countResultBytes(bytes) > 0 }
    for (const [index, report] of reports.entries())
      if (report) received.push({ ...toSpooled(group, toReported(report)), ...about, sequence: first + index })
    const sequences = new Set(received.flatMap((one) => (one.host === host && one.group === group ? one.sequence : [])))
    let mark = 0
    while (sequences.has(mark + 1)) mark += 1
    if (centre.settings.isCommitting && mark > 0)
      centre.command(sensor_id, {
        kind: 'committed',
        host,
        marks: [[group, mark]],
        readsPacked: centre.settings.readsPacked,
      })
  }
}

async function collectArtifacts({ bus, artifacts }: Centre, signal: AbortSignal): Promise<void> {
  // Subscribe directly instead of reading the stream: only what the sensor sends matters here.
  const subscription = bus.connection.subscribe(bus.subjects.artifacts())
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true })
  for await (const { headers, data } of subscription) artifacts.push(decodeArtifactChunk(headers, data))
}
