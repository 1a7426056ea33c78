import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { jobSensorId } from '@wachta/domain'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { insertArtifactRow, storeBytes } from './keep-artifact.ts'
import type { ProcessMetrics } from './process-metrics.ts'
import type { AnalysisToStore } from './slots/open-slot.ts'
import { recordEvidenceLoss } from './store/evidence-loss.ts'

interface JobMessageStorage {
  readonly database: Database
  readonly objects?: ObjectStore | undefined
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
  readonly processMetrics: Pick<ProcessMetrics, 'countDroppedArtifacts'>
}

interface JobMessage {
  readonly service_id: number
  readonly slot: number
  readonly text: string
}

/** Keeps the messages of the jobs of one shard. */
export interface JobMessageKeeper {
  /** Queues the messages of stored analyses. */
  add(analyses: readonly AnalysisToStore[]): void
  /** Waits a moment for the queued messages to be kept. Those that are still queued then are lost. */
  end(): Promise<void>
}

/** The largest number of messages that wait for the object store: those of two of the largest commits. */
const maxWaiting = 10_000
/** Short: the leases of other shards are not renewed meanwhile. */
const endTimeoutMs = 500

/**
 * Keeps the messages of jobs as artifacts, one after another, once the analyses are stored. An analysis does not depend
 * on its evidence: commits do not wait for the object store, which may take minutes to fail, and a message that cannot
 * be kept is logged and counted as lost.
 */
export function createJobMessageKeeper(storage: JobMessageStorage): JobMessageKeeper {
  const waiting: JobMessage[] = []
  let keeping: Promise<void> | undefined
  const keepAll = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await keepOrLose(next, storage)
    keeping = undefined
  }
  return {
    add(analyses) {
      if (storage.objects === undefined) return
      const added = analyses.flatMap(({ service_id, slot, jobMessage }) =>
        jobMessage === undefined ? [] : [{ service_id, slot, text: jobMessage }],
      )
      if (added.length === 0) return
      const kept = added.slice(0, maxWaiting - waiting.length)
      waiting.push(...kept)
      if (kept.length < added.length) void lose(added.length - kept.length, storage)
      if (waiting.length > 0) keeping ??= keepAll()
    },
    async end() {
      if (keeping === undefined) return
      const timeout = new AbortController()
      await Promise.race([keeping, wait(endTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)])
      timeout.abort()
      const lost = waiting.splice(0).length
      if (lost > 0) await lose(lost, storage)
    },
  }
}

async function keepOrLose(message: JobMessage, storage: JobMessageStorage): Promise<void> {
  try {
    await keepJobMessage(message, storage)
  } catch (err) {
    const { service_id } = message
    storage.log.warn({ err, service_id }, 'could not store the message that a job sent with its heartbeat')
    await recordLoss(1, storage)
  }
}

async function lose(messages: number, storage: JobMessageStorage): Promise<void> {
  storage.log.warn(
    { messages },
    'messages that jobs sent with their heartbeats are lost: the object store takes too long',
  )
  await recordLoss(messages, storage)
}

async function recordLoss(artifacts: number, { database, log, processMetrics }: JobMessageStorage): Promise<void> {
  processMetrics.countDroppedArtifacts('lost', artifacts)
  await recordEvidenceLoss(database, { artifacts, scope: 'public' }).catch((err: unknown) =>
    log.warn({ err }, 'could not record which evidence was lost'),
  )
}

async function keepJobMessage(
  { service_id, slot, text }: JobMessage,
  { database, objects, now }: JobMessageStorage,
): Promise<void> {
  if (objects === undefined) return
  const [service] = await database.query(
    sql<{ owner_id: number }>`select owner_id from service where id = ${service_id}`,
  )
  if (service === undefined) return
  const bytes = Buffer.from(text)
  const artifact = {
    ...{ service_id, slot, sensor_id: jobSensorId, artifact_id: 'heartbeat_report', bytes, isTruncated: false },
    content_type: 'text/plain; charset=utf-8',
    file_name: 'heartbeat_report.txt',
  }
  const object_key = await insertArtifactRow(artifact, service.owner_id, { database, now: () => new Date(now()) })
  if (object_key !== undefined) await storeBytes(artifact, object_key, { database, objects })
}
