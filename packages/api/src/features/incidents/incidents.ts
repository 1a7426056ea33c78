import {
  type Call,
  closed,
  findPermitted,
  nameSchema,
  type Operation,
  parseKey,
  readRecords,
  reject,
  rejectAny,
  requirePermission,
} from '@wachta/resource'
import { idList } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Acknowledgement, acknowledge, addEntries, type ChangedIncident, unacknowledge } from './acknowledge.ts'
import { loadCallerName } from './caller-name.ts'
import { incident } from './incident.ts'

const noteSchema = Type.String({ maxLength: 1000, default: '' })
const noteData = nameSchema('incident_note_data', Type.Object({ note: Type.Optional(noteSchema) }, closed))
const noteTextSchema = Type.String({ minLength: 1, maxLength: 1000 })

const common = { method: 'POST', tag: 'incidents', access: 'customer', status: 204 } as const
const updateCommon = { ...common, on: { resource: 'incident', flag: 'update' } } as const

/** The operations that change incidents. */
export const incidentOperations: readonly Operation[] = [
  {
    ...updateCommon,
    id: 'acknowledge_incident',
    path: '/incidents/{_id}/acknowledge',
    summary: 'Acknowledge an open incident: no reminders and no further escalation steps for any of its alerts.',
    description:
      'Recipients are still notified of the recovery. Acknowledging an incident that another person has acknowledged takes it over.',
    body: noteData,
    bodyOptional: true,
    async handle(call) {
      const ids = [await requireUpdatableIncident(call)]
      await changeIncidents(acknowledge, ids, call)
      return undefined
    },
  },
  {
    ...updateCommon,
    id: 'unacknowledge_incident',
    path: '/incidents/{_id}/unacknowledge',
    summary: 'Undo the acknowledgement of an open incident: its escalations continue.',
    body: noteData,
    bodyOptional: true,
    async handle(call) {
      const ids = [await requireUpdatableIncident(call)]
      await changeIncidents(unacknowledge, ids, call)
      return undefined
    },
  },
  {
    ...common,
    id: 'bulk_acknowledge_incidents',
    path: '/incidents/bulk_acknowledge',
    summary: 'Acknowledge several incidents at once.',
    description: 'Incidents that have been resolved since are skipped.',
    body: nameSchema(
      'incident_bulk_acknowledge_data',
      Type.Object({ ids: idList().schema, note: Type.Optional(noteSchema) }, closed),
    ),
    async handle(call) {
      const { ids } = call.body as { readonly ids: readonly number[] }
      await requireUpdatableIncidents(ids, call)
      await changeIncidents(acknowledge, ids, call)
      return undefined
    },
  },
  {
    ...updateCommon,
    id: 'add_incident_note',
    path: '/incidents/{_id}/notes',
    summary: 'Add a note to an incident.',
    body: nameSchema('incident_note_create_data', Type.Object({ text: noteTextSchema }, closed)),
    handle: addNote,
  },
]

async function requireUpdatableIncident(call: Call): Promise<number> {
  const id = Number(parseKey(incident, call))
  await requirePermission({ resource: incident, key: id }, 'update', call)
  return id
}

/** Rejects the whole request with a violation for every incident that the caller may not acknowledge. */
async function requireUpdatableIncidents(ids: readonly number[], call: Call): Promise<void> {
  const readable = await findPermitted({ resource: incident, ids }, 'read', call)
  const writable = await findPermitted({ resource: incident, ids }, 'update', call)
  rejectAny(
    ids.flatMap((id, index) => {
      if (writable.has(id)) return []
      return [{ symbol: readable.has(id) ? 'forbidden' : 'unknown_reference', field: `data.ids.${index}` }]
    }),
  )
}

type Change = (db: Call['db'], acknowledgement: Acknowledgement) => Promise<ChangedIncident[]>

async function changeIncidents(applyChange: Change, incidentIds: readonly number[], call: Call): Promise<void> {
  const { note: text = '' } = (call.body ?? {}) as { note?: string }
  const changed = await applyChange(call.db, { incidentIds, by: await loadCallerName(call), note: text, now: call.now })
  const after = await readRecords({ resource: incident, ids: incidentIds }, call)
  if (after.every(({ end_time }) => end_time !== null)) reject('incident_resolved')
  const statesById = new Map(after.map(({ id, state }) => [id, state]))
  await call.record(
    ...changed.map(({ id, owner_id: accountId, state_before }) => ({
      resource: 'incident',
      id,
      accountId,
      before: { state: state_before },
      // The caller is part of every audit entry.
      after: { state: statesById.get(id), ...(text !== '' && { note: text }) },
    })),
  )
}

async function addNote(call: Call): Promise<undefined> {
  const id = await requireUpdatableIncident(call)
  const { text } = call.body as { readonly text: string }
  const [found] = await call.db.query(
    sql<{ id: number; owner_id: number }>`select id, owner_id from incident where id = ${id} for key share`,
  )
  const { owner_id: accountId } = found ?? reject('not_found')
  const author = (await loadCallerName(call)).slice(0, 255)
  await addEntries(call.db, [{ id, owner_id: accountId }], { kind: 'note', author, text, now: call.now })
  await call.db.query(sql`update incident set changed_at = now() where id = ${id}`)
  await call.record({ resource: 'incident', id, accountId, before: {}, after: { note: text } })
}
