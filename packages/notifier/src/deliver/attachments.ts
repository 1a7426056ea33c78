import { buffer } from 'node:stream/consumers'
import type { Attachment } from '@wachta/channels'
import type { Queryable } from '@wachta/database'
import { stepScreenshotType } from '@wachta/domain'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { findFailedSensorIds } from './failure-facts.ts'
import type { RenderedMessage } from './rendered-message.ts'

const maxAttachments = 5
const maxTotalBytes = 2 * 1024 * 1024
/** Well below the time within which a claimed message has to be handed over. */
const maxFetchMs = 5_000

interface StoredAttachment {
  readonly notification_id: number
  readonly object_key: string
  readonly content_type: string
  readonly file_name: string
  readonly size: number
}

export interface AttachmentOptions {
  readonly database: Queryable
  readonly objects: Pick<ObjectStore, 'get'>
  readonly onMissing?: (object_key: string) => void
}

/** Adds the evidence that templates request. Missing evidence is left out: a message never waits for it. */
export async function addAttachments(
  renderedMessages: readonly RenderedMessage[],
  options: AttachmentOptions,
): Promise<RenderedMessage[]> {
  const withEvidence = renderedMessages.filter(({ artifact_type_ids }) => artifact_type_ids.length > 0)
  if (withEvidence.length === 0) return [...renderedMessages]
  const artifactsByNotification = Map.groupBy(
    await findArtifacts(withEvidence, options),
    ({ notification_id }) => notification_id,
  )
  // Many recipients get the same evidence, so it is fetched once.
  const fetched = new Map<string, Promise<Uint8Array | undefined>>()
  const loadContent = (stored: StoredAttachment): Promise<Uint8Array | undefined> => {
    const content = fetched.get(stored.object_key) ?? fetchContent(stored, options)
    fetched.set(stored.object_key, content)
    return content
  }
  return Promise.all(
    renderedMessages.map(async (rendered) => {
      const attachments = await Promise.all(
        (artifactsByNotification.get(rendered.pending.id) ?? []).map((one) => attach(one, loadContent)),
      )
      return { ...rendered, message: { ...rendered.message, attachments: attachments.flatMap((one) => one ?? []) } }
    }),
  )
}

/**
 * Finds artifacts of failed checks, in the order of the types in the template, up to the limits. Screenshots of the
 * last steps come first, because they are the nearest to the failure.
 */
async function findArtifacts(
  renderedMessages: readonly RenderedMessage[],
  { database, onMissing }: AttachmentOptions,
): Promise<StoredAttachment[]> {
  const requests = renderedMessages.map(({ pending, artifact_type_ids }) => ({
    id: pending.id,
    artifact_type_ids,
    sensor_ids: findFailedSensorIds(pending),
  }))
  try {
    return await database.query(sql<StoredAttachment>`select * from (
  select notification_id, object_key, content_type, file_name, size, place, sensor_id, step,
    row_number() over by_place as number, sum(size) over by_place as bytes
  from (
    select w.id as notification_id, f.object_key, f.content_type, f.file_name, f.size, f.sensor_id,
      array_position(w.artifact_type_ids, y.id) as place, s.step
    from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as w (id bigint, artifact_type_ids text[], sensor_ids bigint[])
      join notification n on n.id = w.id
      join occurrence o on o.id = n.occurrence_id
      join artifact f on f.service_id = o.service_id and f.time = o.analysis_time and f.is_stored
      cross join lateral (select substring(f.artifact_id from ${`^${stepScreenshotType}_([0-9]{1,3})$`}::text)::integer) s (step)
      cross join lateral (select case when s.step is null then f.artifact_id else ${stepScreenshotType} end) y (id)
    where y.id = any(w.artifact_type_ids) and f.size <= ${maxTotalBytes} and f.sensor_id = any(w.sensor_ids)
  ) found window by_place as (partition by notification_id order by place, sensor_id, step desc rows unbounded preceding)
) fitting where number <= ${maxAttachments} and bytes <= ${maxTotalBytes} order by notification_id, place, sensor_id, step`)
  } catch {
    onMissing?.('the list of evidence')
    return []
  }
}

/** Gives up after a while: a store that does not answer must not hold up a message. */
async function fetchContent(stored: StoredAttachment, { objects, onMissing }: AttachmentOptions) {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => giveUp(undefined), maxFetchMs)
  const content = await Promise.race([readContent(stored, objects), late])
  clearTimeout(timer)
  if (content === undefined) onMissing?.(stored.object_key)
  return content
}

async function readContent(
  { object_key, size }: StoredAttachment,
  objects: AttachmentOptions['objects'],
): Promise<Uint8Array | undefined> {
  try {
    const found = await objects.get(object_key)
    // An object that has grown is not the one that was chosen.
    if (found && found.size <= size) return await buffer(found.stream)
    found?.stream.destroy()
  } catch {
    // Reported by the caller: whether the object is gone or unreachable makes no difference to the recipient.
  }
  return undefined
}

async function attach(
  stored: StoredAttachment,
  loadContent: (stored: StoredAttachment) => Promise<Uint8Array | undefined>,
) {
  const content = await loadContent(stored)
  const attachment: Attachment | undefined = content && {
    fileName: toSafeFileName(stored.file_name),
    contentType: stored.content_type,
    content,
  }
  return attachment
}

/** Replaces everything that could form a path. */
const toSafeFileName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').replace(/^\.+/, '_')
