import { dayMs } from '@wachta/domain'
import {
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  rejectAny,
  requirePermission,
} from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { loadCallerName } from './caller-name.ts'
import { incident } from './incident.ts'

/** As many as an account may run in an hour. */
const maxDiagnostics = 60
/** Long enough to write the report about an outage. */
const retentionDays = 30

/** The operation that adds diagnostics to the timeline of an incident. */
export const addIncidentDiagnostics: Operation = {
  id: 'add_incident_diagnostics',
  method: 'POST',
  path: '/incidents/{_id}/diagnostics',
  tag: 'incidents',
  summary: 'Add DNS or traceroute diagnostics to the timeline of an incident.',
  description: `Everyone who can read the incident then sees what was run and by whom, and users of its account can read the results, which are kept for ${retentionDays} days. A diagnostic that was added before is not added again.`,
  access: 'customer',
  on: { resource: 'incident', flag: 'update' },
  body: nameSchema(
    'incident_diagnostics_data',
    Type.Object(
      {
        diagnostic_ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{40}$', minLength: 40, maxLength: 40 }), {
          minItems: 1,
          maxItems: maxDiagnostics,
          uniqueItems: true,
          description: 'Diagnostics of your account, or of the account of the incident.',
        }),
      },
      closed,
    ),
  ),
  status: 204,
  handle: addDiagnostics,
}

async function addDiagnostics(call: Call): Promise<undefined> {
  const { db, now } = call
  const id = Number(parseKey(incident, call))
  await requirePermission({ resource: incident, key: id }, 'update', call)
  const { diagnostic_ids: ids } = call.body as { readonly diagnostic_ids: readonly string[] }
  const [found] = await db.query(
    sql<{ owner_id: number }>`select owner_id from incident where id = ${id} for key share`,
  )
  const { owner_id: accountId } = found ?? reject('not_found')
  const keepUntil = new Date(now.getTime() + retentionDays * dayMs)
  const extended = await db.query(sql<{
    id: string
  }>`update diagnostic set expires_at = greatest(expires_at, ${keepUntil})
where id = any(${ids}) and owner_id in (${call.caller.actsFor}, ${accountId}) and expires_at > ${now} and deleted_at is null
returning id`)
  const extendedIds = new Set(extended.map((each) => each.id))
  rejectAny(
    ids.flatMap((each, index) =>
      extendedIds.has(each) ? [] : [{ symbol: 'unknown_reference', field: `data.diagnostic_ids.${index}` }],
    ),
  )
  const author = (await loadCallerName(call)).slice(0, 255)
  const added = await db.query(sql<{ diagnostic_id: string }>`insert into incident_entry
  (incident_id, owner_id, kind, author, created_at, diagnostic_id, diagnostic_kind)
select ${id}, ${accountId}, 'diagnostic', ${author}, ${now}, d.id, d.kind from diagnostic d
where d.id = any(${ids}) order by d.created_at, d.id on conflict do nothing returning diagnostic_id`)
  if (added.length === 0) return
  await db.query(sql`update incident set changed_at = now() where id = ${id}`)
  const after = { diagnostic_ids: added.map(({ diagnostic_id }) => diagnostic_id) }
  await call.record({ resource: 'incident', id, accountId, before: {}, after })
}
