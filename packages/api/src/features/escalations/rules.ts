import { type Call, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { findBelongingViolations } from '../../platform/belonging.ts'
import { rejectBeyondPackage } from '../packages/limits.ts'

/** The shortest time between two notifications of the same alert, in seconds. */
export const minRepeatInterval = 60

/** Validates what the schema of a new escalation step cannot express. */
export async function prepareEscalation(data: Values, call: Call): Promise<Values> {
  const [event] = await call.db.query(
    sql<{ owner_id: number }>`select owner_id from event where id = ${data['event_id']}`,
  )
  const owner = event?.owner_id ?? reject('unknown_reference', 'data.event_id')
  const given = { contact_ids: [], contact_group_ids: [], ...data }
  await rejectViolations(given, { ...given, owner_id: owner }, call)
  return data
}

export async function prepareEscalationChange(changes: Values, before: Values, call: Call): Promise<Values> {
  await rejectViolations(changes, { ...before, ...changes }, call)
  return changes
}

/** Validates an escalation step; `merged` is the step with all changes applied. */
async function rejectViolations(given: Values, merged: Values, call: Call): Promise<void> {
  const ownerId = Number(merged['owner_id'])
  rejectAny([
    ...findRepeatViolations(given),
    ...findRecipientViolations(given, merged),
    ...(await findBelongingViolations({ ...contacts, ids: given['contact_ids'] }, ownerId, call)),
    ...(await findBelongingViolations({ ...groups, ids: given['contact_group_ids'] }, ownerId, call)),
  ])
  const channel_ids = given['channel_ids'] as readonly string[] | null | undefined
  if (channel_ids)
    await rejectBeyondPackage(
      ownerId,
      { usage: { channel_ids }, fields: { notification_channel: 'data.channel_ids' } },
      call,
    )
}

function findRepeatViolations({ repeat_interval: interval }: Values): Violation[] {
  if (typeof interval !== 'number' || interval === 0 || interval >= minRepeatInterval) return []
  return [{ symbol: 'too_small', field: 'data.repeat_interval', params: { limit: minRepeatInterval } }]
}

/** Rejects a step without recipients; only the deletion of contacts can leave a step without any. */
function findRecipientViolations(given: Values, { contact_ids, contact_group_ids }: Values): Violation[] {
  const changesRecipients = 'contact_ids' in given || 'contact_group_ids' in given
  const hasRecipients = [contact_ids, contact_group_ids].some((list) => Array.isArray(list) && list.length > 0)
  return changesRecipients && !hasRecipients ? [{ symbol: 'nobody_to_tell', field: 'data.contact_ids' }] : []
}

const contacts = { resource: 'contact', table: 'contact', field: 'data.contact_ids' }
const groups = { resource: 'contact_group', table: 'contact_group', field: 'data.contact_group_ids' }
