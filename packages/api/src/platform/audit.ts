import { isDeepStrictEqual } from 'node:util'
import type { Call, Registry, StatementRunner, Values, Written } from '@wachta/resource'
import { sql } from 'kysely'

/** Where the audit is written, and the resources that say which of their fields are personal. */
interface AuditTrail {
  readonly db: StatementRunner
  readonly registry: Registry
}

/** What one audit entry says besides what was written. */
export interface Circumstances {
  readonly operation: string
  readonly caller: Pick<Call['caller'], 'accountId' | 'sessionId' | 'apiKey'> & { readonly scope: string }
  readonly request: Pick<Call['request'], 'id'> & { readonly address: string | null }
  readonly now: Date
}

/** Entries that belong to no account tree are chained under this number. */
const installationTree = 0

/** Appends writes to the audit, in order and in the transaction that makes them. */
export async function writeAudit(
  { db, registry }: AuditTrail,
  written: readonly Written[],
  circumstances: Circumstances,
): Promise<void> {
  if (written.length === 0) return
  const entries = written.map((each) => auditEntry(registry, each, circumstances))
  const { address } = circumstances.request
  await db.query(sql`select write_audit(
  w.entry || jsonb_build_object('tree_id', coalesce(a.tree_id, (w.entry ->> 'account_id')::bigint, ${installationTree})),
  w.subject, ${address === null ? null : JSON.stringify({ address })}::jsonb)
from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (entry jsonb, subject jsonb)) with ordinality
  as w (entry, subject, place) left join account a on a.id = (w.entry ->> 'account_id')::bigint order by w.place`)
}

/** One write as the audit keeps it. What is about a person goes into its erasable half, the subject. */
function auditEntry(registry: Registry, written: Written, { operation, caller, request, now }: Circumstances) {
  const [before, after] = changedOnly(written.before, written.after)
  const isPersonal = personalFields(registry, written.resource)
  const entry = {
    account_id: written.accountId,
    time: now.toISOString(),
    actor_id: caller.accountId,
    actor_scope: caller.scope,
    session_id: caller.sessionId,
    api_key_id: caller.apiKey?.id ?? null,
    request_id: request.id,
    operation,
    resource: written.resource,
    object_id: String(written.id),
    before: pick(before, (name) => !isPersonal(name)),
    after: pick(after, (name) => !isPersonal(name)),
  }
  const subject = { before: pick(before, isPersonal), after: pick(after, isPersonal) }
  const hasSubject = [subject.before, subject.after].some((half) => half && Object.keys(half).length > 0)
  return hasSubject ? { entry, subject } : { entry }
}

/** Of a change, only the fields that differ; of something new or gone, all of them. */
function changedOnly(before: Values | null, after: Values | null): [Values | null, Values | null] {
  if (!before || !after) return [before, after]
  const differs = (name: string) => !isDeepStrictEqual(before[name], after[name])
  return [pick(before, differs), pick(after, differs)]
}

/** Values of resources that the registry does not know are personal: a user's setting may hold anything. */
function personalFields(registry: Registry, resource: string): (name: string) => boolean {
  const found = registry.all.find(({ name }) => name === resource)
  return (name) => (found ? Boolean(found.fields[name]?.personal) : true)
}

const pick = (values: Values | null, wanted: (name: string) => boolean): Values | null =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name)))
