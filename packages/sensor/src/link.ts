import { setTimeout as delay } from 'node:timers/promises'
import {
  type Bus,
  type BusOptions,
  encodeArtifactChunk,
  openBus,
  publishResults,
  readAssignments,
  readCommand,
  type SensorCommand,
  writeDiagnosticAnswer,
} from '@wachta/bus'
import { createLogLimiter } from '@wachta/runtime'
import { createDiagnostics } from './diagnostics.ts'
import { createEvidenceQueue, type EvidenceQueue } from './evidence.ts'
import { type Follower, followAssignments } from './follow-assignments.ts'
import { createHeartbeatTimer, type HeartbeatTimer, sendHeartbeats } from './heartbeats.ts'
import type { LinkOptions } from './link-options.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createResultForms, type ResultForms } from './result-forms.ts'
import type { MemorySpool } from './spool/memory-spool.ts'
import { createTicker, type Ticker } from './ticker.ts'

/** The sensor's connection to the centre. Checks never wait for it. */
export interface CentreLink {
  readonly isConnected: boolean
  readonly outbox: Outbox
  /** Sends results that could not be written to the disk. */
  readonly volatileOutbox: Outbox
  readonly evidence: EvidenceQueue
  /** Sends a heartbeat at once, and waits for its reply for a short time. */
  sendHeartbeat(): Promise<void>
  /** Resolves when the signal has ended the connection. */
  readonly done: Promise<void>
}

const minRetryMs = 1_000
/** How long a host waits for the reply to its last heartbeat when it shuts down. */
const lastHeartbeatTimeoutMs = 1_000

export function openLink(options: LinkOptions): CentreLink {
  const { sensor_id, spool, now, random, signal } = options
  let [bus, isConnected] = [undefined as Bus | undefined, false]
  const setConnected = (isUp: boolean): void => {
    isConnected = isUp
    for (const each of outboxes) each.setConnected(isUp)
    options.log.info({ connected: isUp }, 'the connection to the centre')
  }
  const publish = async (send: (bus: Bus) => Promise<unknown>): Promise<void> => {
    if (bus === undefined) throw new Error('not connected')
    await send(bus)
  }
  const forms = createResultForms()
  const createLinkOutbox = (spoolSource: LinkOptions['spool'] | MemorySpool): Outbox =>
    createOutbox({
      spool: spoolSource,
      ...{ forms, now, random },
      onWaiting: () => ticker.wake(),
      publish: async ({ results, ...outgoing }) => {
        await publish((openBus) => publishResults(openBus, { ...outgoing, sensor_id })).catch((cause: unknown) => {
          options.onRejected?.()
          throw cause
        })
        options.onAcknowledged?.(results, spool)
      },
    })
  const [outbox, volatileOutbox] = [createLinkOutbox(spool), createLinkOutbox(spool.memory)]
  const outboxes = [outbox, volatileOutbox]
  const evidence = createEvidenceQueue((chunk) => publish((openBus) => publishArtifact(openBus, sensor_id, chunk)), {
    isConnected: () => isConnected,
    onWaiting: () => ticker.wake(),
    now,
  })
  const queues = [...outboxes, evidence]
  const ticker = createTicker({
    tick: () => {
      for (const queue of queues) queue.tick()
    },
    isIdle: () => queues.every((queue) => queue.isIdle),
  })
  const heartbeatTimer = createHeartbeatTimer()
  const parts = { outbox, outboxes, evidence, forms, heartbeatTimer, ticker }
  const serve = async (): Promise<void> => {
    const onStatus: BusOptions['onStatus'] = ({ type }) => {
      if (type === 'reconnect') setConnected(true)
      if (type === 'disconnect') setConnected(false)
    }
    while (!signal.aborted) {
      bus = await connect({ ...options.bus, sensor_id, onStatus, retriesFirstConnection: false }, options)
      if (bus === undefined) return
      await using openBus = bus
      setConnected(true)
      // A broker that does not know the sensor (yet) closes the connection, and the client does not reconnect.
      const closed = new AbortController()
      void openBus.connection.closed().then(() => closed.abort())
      const until = AbortSignal.any([signal, closed.signal])
      await serveLink(openBus, { ...options, signal: until }, parts).catch(async (err: unknown) => {
        options.log.warn({ err }, 'the connection to the centre failed; reconnecting')
        await wait(minRetryMs, signal)
      })
      setConnected(false)
    }
  }
  return {
    get isConnected() {
      return isConnected
    },
    outbox,
    volatileOutbox,
    evidence,
    async sendHeartbeat() {
      if (isConnected) await Promise.race([heartbeatTimer.sendNow(), wait(lastHeartbeatTimeoutMs, signal)])
    },
    done: serve(),
  }
}

interface LinkParts {
  readonly outbox: Outbox
  readonly outboxes: readonly Outbox[]
  readonly evidence: EvidenceQueue
  readonly forms: ResultForms
  readonly heartbeatTimer: HeartbeatTimer
  readonly ticker: Ticker
}

/** Does everything that needs the connection, until the connection ends. */
async function serveLink(bus: Bus, options: LinkOptions, { ticker, ...parts }: LinkParts): Promise<void> {
  const follower = follow(bus, options)
  await Promise.all([
    sendHeartbeats(bus, options, { ...parts, follower }),
    executeCommands(bus, options, { ...parts, follower }),
    follower.done,
    ticker.runUntil(options.signal),
  ])
  await Promise.all(parts.outboxes.map((each) => each.flush()))
}

/** Tries to connect until the broker is available, or the signal is aborted; then returns undefined. */
async function connect(bus: BusOptions, { log, random, signal }: LinkOptions): Promise<Bus | undefined> {
  const logLimiter = createLogLimiter()
  while (!signal.aborted) {
    try {
      return await openBus(bus)
    } catch (err) {
      const due = logLimiter('connect')
      if (due) log.warn({ err, ...due }, 'could not connect to the broker; retrying')
      await wait(minRetryMs + random() * minRetryMs, signal)
    }
  }
  return undefined
}

function follow(bus: Bus, { sensor_id, sensor, now, log, signal }: LinkOptions): Follower {
  const logLimiter = createLogLimiter()
  const onRetry = (err: unknown) => {
    const due = logLimiter('open')
    if (due) log.warn({ err, ...due }, 'could not open the stream of assignments; retrying')
  }
  return followAssignments({
    open: (until) => readAssignments(bus, { sensor_id, signal: until, onRetry }),
    assignments: sensor.assignments,
    now,
    wait,
    onFault: (fault) => log.warn({ ...fault, err: fault.error }, 'could not read assignments from the broker'),
    signal,
  })
}

interface CommandContext {
  readonly outbox: Outbox
  readonly forms: ResultForms
  readonly follower: Follower
  readonly heartbeatTimer: HeartbeatTimer
}

/** Executes the commands of the centre; unknown commands are ignored. */
async function executeCommands(bus: Bus, options: LinkOptions, context: CommandContext): Promise<void> {
  const { sensor_id, sensor, guard, now, log, signal } = options
  const answerSubject = bus.subjects.answer(sensor_id)
  const logLimiter = createLogLimiter()
  const logFailure = (err: unknown): void => {
    const due = logLimiter('command')
    if (due) log.warn({ err, ...due }, 'could not carry out a command of the centre')
  }
  const diagnose = createDiagnostics({
    guard,
    now,
    answer: (diagnosticAnswer) => bus.connection.publish(answerSubject, writeDiagnosticAnswer(diagnosticAnswer)),
  })
  const subscription = bus.connection.subscribe(bus.subjects.command(sensor_id))
  signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true })
  // If the signal was aborted before the listener was added, the event never comes.
  if (signal.aborted) subscription.unsubscribe()
  for await (const { data } of subscription) {
    try {
      const command = readCommand(data)
      if (command?.kind === 'dns' || command?.kind === 'traceroute') {
        if (sensor.isOwn(command.id)) diagnose(command)
      } else if (command) {
        // Not awaited: a command with marks waits while the disk hangs, and the commands after it must not.
        void executeCommand(command, options, context).catch(logFailure)
      }
    } catch (err) {
      logFailure(err)
    }
  }
}

async function executeCommand(
  command: Exclude<SensorCommand, { kind: 'dns' | 'traceroute' }>,
  { sensor, spool, log }: LinkOptions,
  { follower, forms, outbox, heartbeatTimer }: CommandContext,
): Promise<void> {
  if (command.kind === 'committed') forms.accept(command)
  if (command.kind === 'force') sensor.force(command)
  else if (command.kind === 'resync') follower.resync()
  else if (command.kind === 'report') void heartbeatTimer.sendNow()
  else if (command.host === spool.memory.host) spool.memory.applyMarks(command.marks)
  else if (command.host === spool.host) {
    const rewinds = await spool.applyMarks(command.marks)
    if (rewinds.length === 0) return
    log.warn({ rewinds }, 'the centre has lost results that it had confirmed; sending them again')
    outbox.resend(rewinds)
  }
}

async function publishArtifact(bus: Bus, sensor_id: number, chunk: Parameters<typeof encodeArtifactChunk>[0]) {
  const { headers, bytes } = encodeArtifactChunk(chunk)
  await bus.jetstream.publish(bus.subjects.artifact(sensor_id, bus.artifact_scope), bytes, { headers })
}

/** Waits; returns early if the signal is aborted. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal }).catch(() => undefined)
