import { setTimeout as wait } from 'node:timers/promises'
import { AckPolicy, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { type Bus, getCellStreams, parseLastId, type SensorScope } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { createByteQuota } from './byte-quota.ts'
import { deleteUnstored } from './delete-unstored.ts'
import { createGapCheck } from './evidence-gaps.ts'
import { ArtifactPieces } from './evidence-pieces.ts'
import type { ArtifactRejection, ArtifactStorage } from './keep-artifact.ts'
import { recordEvidenceLoss } from './store/evidence-loss.ts'
import { createArtifactWriter } from './store-artifacts.ts'

const consumerName = 'evidence'
const ackWaitMs = 60_000
const retryDelayMs = 2_000
const defaultBytesPerDay = 1024 ** 3
const sweepIntervalMs = 600_000
/** Twice the hour that the broker keeps an artifact, because a process may still be trying to store it. */
const maxUnstoredMs = 2 * 3_600_000

export interface EvidenceOptions {
  readonly bus: Bus
  readonly database: Database
  readonly objects: ObjectStore
  readonly log: Pick<Log, 'warn'>
  /**
   * Aborted when this process no longer keeps evidence. Only one process may, because it needs all pieces of an
   * artifact.
   */
  readonly signal: AbortSignal
  /** The number of bytes that are kept per day and private sensor. */
  readonly bytesPerSensor?: number
  /** The time of the database, to which sensors synchronise their clocks; by default that of this machine. */
  readonly now?: () => Date
  /** Called when artifacts are not kept. */
  readonly onDropped?: (reason: DropReason, count?: number) => void
}

type DropReason = ArtifactRejection | 'damaged' | 'incomplete' | 'lost' | 'overflowed'

interface DropDetails {
  readonly scope: SensorScope
  readonly sensor_id?: number | undefined
  readonly count?: number
}

/**
 * Keeps the artifacts that sensors send, with separate streams for public and private sensors. Results do not depend on
 * artifacts, so damaged, unwanted or late artifacts are only counted, and lost ones recorded too.
 */
export async function keepEvidence(options: EvidenceOptions): Promise<void> {
  const { bytesPerSensor = defaultBytesPerDay, now = () => new Date() } = options
  const quota = createByteQuota(bytesPerSensor, () => now().getTime())
  const context = { ...options, ...{ quota, now }, drop: countDrops(options) }
  await Promise.all([
    repeatUntilAborted(context, readFailure, () => keepArtifacts(context, 'public')),
    repeatUntilAborted(context, readFailure, () => keepArtifacts(context, 'private')),
    repeatUntilAborted(context, sweepFailure, () => deleteLostArtifacts(context)),
  ])
}

const readFailure = 'could not read evidence from the broker; retrying'
const sweepFailure = 'could not look for evidence whose bytes were never stored; retrying'

async function repeatUntilAborted(
  { signal, log }: EvidenceOptions,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (err) {
      log.warn({ err }, failure)
      await wait(retryDelayMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Counts artifacts that were not kept. Losses are recorded in the database too, because they can raise an alarm. */
function countDrops({ database, log, onDropped }: EvidenceOptions): EvidenceContext['drop'] {
  return (reason, { count = 1, ...source }) => {
    onDropped?.(reason, count)
    if (reason !== 'lost' && reason !== 'overflowed') return
    log.warn(
      { reason, artifacts: count, ...source },
      'evidence was lost because it could not be stored in time; the results of the checks are complete',
    )
    recordEvidenceLoss(database, { artifacts: count, ...source }).catch((err: unknown) =>
      log.warn({ err }, 'could not record which evidence was lost'),
    )
  }
}

interface EvidenceContext extends EvidenceOptions, ArtifactStorage {
  readonly now: () => Date
  readonly drop: (reason: DropReason, details: DropDetails) => void
}

async function keepArtifacts(context: EvidenceContext, scope: SensorScope): Promise<void> {
  const { bus, signal, drop, now } = context
  const giveUp = (messages: readonly JsMsg[]) => {
    drop('incomplete', { scope })
    for (const message of messages) message.ack()
  }
  const pieces = new ArtifactPieces(giveUp, () => now().getTime())
  const { consumer, retentionMs, delivered } = await addConsumer(bus, scope)
  // A broker that lost its storage has lost the consumer too, so it must be created again.
  const messages = await consumer.consume({ max_messages: 50, abort_on_missing_resource: true })
  using _ = stopOnAbort(signal, messages)
  using _expiry = every(1_000, () => pieces.expire())
  const onDropped = (reason: DropReason, sensor_id: number) => drop(reason, { scope, sensor_id })
  const writer = createArtifactWriter({ ...context, retentionMs, onDropped })
  const checkForGap = createGapCheck(delivered, (count) => drop('overflowed', { scope, count }))
  try {
    for await (const message of messages) {
      checkForGap(message.info)
      try {
        const artifact = pieces.add(message)
        if (artifact !== undefined) await writer.begin(artifact)
      } catch {
        drop('damaged', { scope, sensor_id: parseLastId(message.subject) })
        message.ack()
      }
    }
  } finally {
    pieces.returnToBroker()
  }
  await writer.end()
}

/** Deletes the rows of artifacts that were lost because a process ended before their bytes were stored. */
async function deleteLostArtifacts({ database, objects, signal, drop, now }: EvidenceContext): Promise<void> {
  const before = new Date(now().getTime() - maxUnstoredMs)
  // The scope matters only if the sensor no longer exists.
  const onLost = (sensor_id: number) => drop('lost', { scope: 'public', sensor_id })
  await deleteUnstored({ database, objects, before, onLost })
  await wait(sweepIntervalMs, undefined, { signal }).catch(() => undefined)
}

function stopOnAbort(signal: AbortSignal, messages: ConsumerMessages): Disposable {
  const stop = () => messages.stop()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', stop) }
}

function every(milliseconds: number, work: () => void): Disposable {
  const timer = setInterval(work, milliseconds)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function addConsumer(bus: Bus, scope: SensorScope) {
  const { artifacts, private_artifacts } = getCellStreams(bus.cell)
  const stream = scope === 'public' ? artifacts : private_artifacts
  const { config } = await bus.manager.streams.info(stream)
  const info = await bus.manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    // No limit: artifacts that cannot be stored are given up and counted when the stream drops them.
    max_deliver: -1,
    max_ack_pending: 2_000,
  })
  return {
    consumer: await bus.jetstream.consumers.get(stream, consumerName),
    retentionMs: config.max_age / 1e6,
    delivered: info.delivered,
  }
}
