import type { Database } from '@wachta/database'
import { jobSensorId } from '@wachta/domain'
import type { ObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { insertArtifactRow, storeBytes } from './keep-artifact.ts'
import type { AnalysisToStore } from './slots/open-slot.ts'
import { recordEvidenceLoss } from './store/evidence-loss.ts'

interface JobMessageStorage {
  readonly database: Database
  readonly objects?: ObjectStore | undefined
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
}

/**
 * Keeps the messages of jobs as artifacts, once the analyses are stored. An analysis does not depend on its evidence: a
 * message that cannot be kept is logged and counted as lost.
 */
export async function keepJobMessages(analyses: readonly AnalysisToStore[], storage: JobMessageStorage): Promise<void> {
  for (const analysis of analyses) {
    const { service_id, jobMessage } = analysis
    if (jobMessage === undefined) continue
    try {
      await keepJobMessage(analysis, jobMessage, storage)
    } catch (err) {
      storage.log.warn({ err, service_id }, 'could not store the message that a job sent with its heartbeat')
      await recordEvidenceLoss(storage.database, { artifacts: 1, scope: 'public' })
    }
  }
}

async function keepJobMessage(
  { service_id, slot }: AnalysisToStore,
  message: string,
  { database, objects, now }: JobMessageStorage,
): Promise<void> {
  if (objects === undefined) return
  const [service] = await database.query(
    sql<{ owner_id: number }>`select owner_id from service where id = ${service_id}`,
  )
  if (service === undefined) return
  const bytes = Buffer.from(message)
  const artifact = {
    ...{ service_id, slot, sensor_id: jobSensorId, artifact_id: 'heartbeat_report', bytes, isTruncated: false },
    content_type: 'text/plain; charset=utf-8',
    file_name: 'heartbeat_report.txt',
  }
  const object_key = await insertArtifactRow(artifact, service.owner_id, { database, now: () => new Date(now()) })
  if (object_key !== undefined) await storeBytes(artifact, object_key, { database, objects })
}
