import type { Client } from '@wachta/client'

interface NewJob {
  readonly type_id: string
  readonly group_id: number | undefined
  readonly name: string
  /** In seconds. */
  readonly interval: number
  /** The tolerated delay, in seconds. */
  readonly grace: number
}

/** The progress of `createJob`, so that a retry after an error does not create a second service. */
export interface CreatedJob {
  /** Set once the service exists; `saved` is the JSON of its last saved fields. */
  service?: { readonly id: number; readonly saved: string }
}

/** Creates a heartbeat service and the URL that its job calls. */
export async function createJob(
  client: Client,
  { type_id, group_id, name, interval, grace }: NewJob,
  created: CreatedJob,
): Promise<{ readonly id: number; readonly url: string }> {
  const data = { name, address: name, interval, extended_settings: { grace } }
  const saved = JSON.stringify(data)
  if (!created.service) {
    const body = { type_id, ...data, ...(group_id !== undefined && { group_id }) }
    created.service = { ...(await client.call('create_service', { body })), saved }
  } else if (created.service.saved !== saved) {
    await client.call('update_service', { path: { _id: created.service.id }, body: data })
    created.service = { ...created.service, saved }
  }
  const { id } = created.service
  return { id, url: (await client.call('create_heartbeat_token', { path: { _id: id } })).url }
}
