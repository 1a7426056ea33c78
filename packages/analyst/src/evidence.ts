import { setTimeout as wait } from 'node:timers/promises'
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { type Bus, cellStreams, parseSpeaker, type SensorScope } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { createByteQuota } from './byte-quota.ts'
import { Pieces } from './evidence-pieces.ts'
import { forgetUnstored } from './forget-unstored.ts'
import type { Keeping, Unkept } from './keep-artifact.ts'
import { recordEvidenceLoss } from './store/evidence-loss.ts'
import { createStoring } from './store-artifacts.ts'

const consumerName = 'evidence'
const ackWait_ms = 60_000
const retry_ms = 2_000
const perDay = 1024 ** 3
const sweepEvery_ms = 600_000
/** The hour that the broker keeps an artifact, and as long again for whoever still has it in hand. */
const maxUnstored_ms = 2 * 3_600_000

export interface Evidence {
  readonly bus: Bus
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Pick<Log, 'warn'>
  /** While this process is the one that keeps evidence: pieces of one artifact must come to one place. */
  readonly signal: AbortSignal
  /** How much a day is kept of one private sensor. */
  readonly bytesPerSensor?: number
  readonly now?: () => Date
  /** Told of what could not be kept, and of how many. */
  readonly onDropped?: (reason: DropReason, count?: number) => void
}

type DropReason = Unkept | 'damaged' | 'incomplete' | 'lost' | 'overflowed'

interface Drop {
  readonly scope: SensorScope
  readonly sensor_id?: number | undefined
  readonly count?: number
}

/**
 * Keeps what sensors send as evidence, public and private sensors apart. It comes after the results: losing a piece of
 * it never loses a result, so what is damaged, unwanted or too late is counted and forgotten.
 */
export async function keepEvidence(evidence: Evidence): Promise<void> {
  const { bytesPerSensor = perDay, now = () => new Date() } = evidence
  const quota = createByteQuota(bytesPerSensor, () => now().getTime())
  const reporting = { ...evidence, ...{ quota, now }, drop: countDrops(evidence) }
  await Promise.all([
    keepTrying(reporting, () => keepUntil(reporting, 'public')),
    keepTrying(reporting, () => keepUntil(reporting, 'private')),
    keepTrying(reporting, () => sweep(reporting)),
  ])
}

async function keepTrying({ signal, log }: Evidence, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (err) {
      log.warn({ err }, 'evidence cannot be read; trying again')
      await wait(retry_ms, undefined, { signal }).catch(() => undefined)
    }
  }
}

/**
 * Counts what was not kept. What should have been kept and is gone is recorded in the database too: it can be an alarm.
 */
function countDrops({ database, log, onDropped }: Evidence): Reporting['drop'] {
  return (reason, { count = 1, ...whose }) => {
    onDropped?.(reason, count)
    if (reason !== 'lost' && reason !== 'overflowed') return
    log.warn({ reason, artifacts: count, ...whose }, 'evidence is lost')
    recordEvidenceLoss(database, { artifacts: count, ...whose }).catch((err: unknown) =>
      log.warn({ err }, 'the loss of evidence could not be recorded'),
    )
  }
}

interface Reporting extends Evidence, Keeping {
  readonly now: () => Date
  readonly drop: (reason: DropReason, drop: Drop) => void
}

async function keepUntil(evidence: Reporting, scope: SensorScope): Promise<void> {
  const { bus, signal, drop, now } = evidence
  const giveUp = (messages: readonly JsMsg[]) => {
    drop('incomplete', { scope })
    for (const message of messages) message.ack()
  }
  const pieces = new Pieces(giveUp, () => now().getTime())
  const { consumer, retention_ms, delivered } = await consumerOf(bus, scope)
  // A broker that lost its store has lost the consumer too: only another one brings anything.
  const messages = await consumer.consume({ max_messages: 50, abort_on_missing_resource: true })
  using _ = stopWith(signal, messages)
  using _expiry = every(1_000, () => pieces.expire())
  const onDropped = (reason: DropReason, sensor_id: number) => drop(reason, { scope, sensor_id })
  const storing = createStoring({ ...evidence, retention_ms, onDropped })
  const gaps = watchGaps(delivered, (count) => drop('overflowed', { scope, count }))
  for await (const message of messages) {
    gaps(message)
    try {
      const whole = pieces.add(message)
      if (whole !== undefined) await storing.begin(whole)
    } catch {
      drop('damaged', { scope, sensor_id: parseSpeaker(message.subject) })
      message.ack()
    }
  }
  await storing.end()
}

/** Each message comes once in the order of the stream: what is missing was pushed out before it was read. */
function watchGaps(delivered: number, onGap: (messages: number) => void): (message: JsMsg) => void {
  let expected = delivered > 0 ? delivered + 1 : undefined
  return ({ seq, info }) => {
    if (info.deliveryCount !== 1) return
    if (expected !== undefined && seq > expected) onGap(seq - expected)
    expected = seq + 1
  }
}

/** Now and then: takes back the rows of artifacts that were lost with the process that had them in hand. */
async function sweep({ database, objects, signal, drop, now }: Reporting): Promise<void> {
  const before = new Date(now().getTime() - maxUnstored_ms)
  for (const sensor_id of await forgetUnstored({ database, objects, before }))
    drop('lost', { scope: 'public', sensor_id })
  await wait(sweepEvery_ms, undefined, { signal }).catch(() => undefined)
}

function stopWith(signal: AbortSignal, messages: ConsumerMessages): Disposable {
  const stop = () => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', stop) }
}

function every(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function consumerOf(bus: Bus, scope: SensorScope) {
  const { artifacts, private_artifacts } = cellStreams(bus.cell)
  const stream = scope === 'public' ? artifacts : private_artifacts
  const { config } = await bus.manager.streams.info(stream)
  const info = await bus.manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWait_ms),
    // As long as the stream keeps it: what cannot be stored is counted before that.
    max_deliver: -1,
    max_ack_pending: 2_000,
  })
  return {
    consumer: await bus.jetstream.consumers.get(stream, consumerName),
    retention_ms: config.max_age / 1e6,
    delivered: info.delivered.stream_seq,
  }
}
