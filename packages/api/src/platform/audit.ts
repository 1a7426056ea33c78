import { isDeepStrictEqual } from 'node:util'
import type { AuditedWrite, Call, Registry, StatementRunner, Values } from '@wachta/resource'
import { sql } from 'kysely'

/** The database of the audit log, and the resources, which define the fields that are personal. */
interface AuditTrail {
  readonly db: StatementRunner
  readonly registry: Registry
}

/** The operation, caller and request of an audit entry. */
export interface AuditContext {
  readonly operation: string
  readonly caller: Pick<Call['caller'], 'accountId' | 'sessionId' | 'apiKeyId' | 'applicationId'> & {
    readonly scope: string
  }
  readonly request: Pick<Call['request'], 'id' | 'client'> & { readonly address: string | null }
  readonly now: Date
}

/** The tree id of entries that belong to no account. */
const installationTree = 0

/** Appends writes to the audit log, in order and in the same transaction. */
export async function writeAudit(
  { db, registry }: AuditTrail,
  writes: readonly AuditedWrite[],
  context: AuditContext,
): Promise<void> {
  if (writes.length === 0) return
  const entries = writes.map((each) => buildAuditEntry(registry, each, context))
  const { address, client } = context.request
  // The program that a person uses is personal data, like the address from which it was used.
  const actor = { ...(address !== null && { address }), ...(client !== undefined && { client }) }
  await db.query(sql`select write_audit(
  w.entry || jsonb_build_object('tree_id', coalesce(a.tree_id, (w.entry ->> 'account_id')::bigint, ${installationTree})),
  w.subject, ${Object.keys(actor).length === 0 ? null : JSON.stringify(actor)}::jsonb)
from rows from (jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as (entry jsonb, subject jsonb)) with ordinality
  as w (entry, subject, place) left join account a on a.id = (w.entry ->> 'account_id')::bigint order by w.place`)
}

/** Builds the audit entry of one write. Personal fields go into `subject`, which can be erased later. */
function buildAuditEntry(registry: Registry, write: AuditedWrite, { operation, caller, request, now }: AuditContext) {
  const [before, after] = pickChanged(write.before, write.after)
  const isPersonal = createPersonalFieldTest(registry, write.resource)
  const entry = {
    account_id: write.accountId,
    time: now.toISOString(),
    actor_id: caller.accountId,
    actor_scope: caller.scope,
    session_id: caller.sessionId,
    api_key_id: caller.apiKeyId ?? null,
    application_id: caller.applicationId ?? null,
    request_id: request.id,
    operation,
    resource: write.resource,
    object_id: String(write.id),
    before: pick(before, (name) => !isPersonal(name)),
    after: pick(after, (name) => !isPersonal(name)),
  }
  const subject = { before: pick(before, isPersonal), after: pick(after, isPersonal) }
  const hasSubject = [subject.before, subject.after].some((half) => half && Object.keys(half).length > 0)
  return hasSubject ? { entry, subject } : { entry }
}

/** Returns only the fields that differ for an update, and all fields for a creation or deletion. */
function pickChanged(before: Values | null, after: Values | null): [Values | null, Values | null] {
  if (!before || !after) return [before, after]
  const differs = (name: string) => !isDeepStrictEqual(before[name], after[name])
  return [pick(before, differs), pick(after, differs)]
}

/** Returns whether a field is personal. All fields of unregistered resources are: user settings can hold anything. */
function createPersonalFieldTest(registry: Registry, resource: string): (name: string) => boolean {
  const found = registry.all.find(({ name }) => name === resource)
  return (name) => (found ? Boolean(found.fields[name]?.personal) : true)
}

const pick = (values: Values | null, isWanted: (name: string) => boolean): Values | null =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)))
