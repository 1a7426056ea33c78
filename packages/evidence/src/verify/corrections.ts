import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { readSnapshot } from './read-snapshot.ts'
import type { Verification } from './verification.ts'

const correctionsPerQuery = 500

type Values = Readonly<Record<string, unknown>>

/** Computes the values of a correction from its audit entries in order; null if it was deleted. */
function computeAuditedValues(writes: readonly { readonly after: Values | null }[]): Values | null {
  const lastDeletion = writes.findLastIndex(({ after }) => after === null)
  const writesSince = writes.slice(lastDeletion + 1)
  return writesSince.length === 0 ? null : Object.assign({}, ...writesSince.map(({ after }) => after))
}

/** Returns the fields whose stored value differs from the audit log. */
function findDifferingFields(audited: Values, stored: Values): string[] {
  return Object.keys(stored).filter((name) => JSON.stringify(audited[name]) !== JSON.stringify(stored[name]))
}

interface StoredCorrection {
  readonly id: number
  readonly service_id: number
  readonly values: Values
  /** Whether it belongs to the account of its service. */
  readonly isOwn: boolean
}

interface AuditedCorrection {
  readonly id: number
  readonly writes: readonly { readonly after: Values | null }[]
  /** Whether the service exists: a correction is deleted with its service. */
  readonly isServiceThere: boolean
}

/**
 * Compares corrections with their audit entries. A hash chain protects the entries, so changing a correction alone is
 * detected.
 */
export async function verifyCorrections(verification: Verification): Promise<number> {
  let count = 0
  let last = 0
  for (;;) {
    verification.options.signal?.throwIfAborted()
    const page = await readSnapshot(verification.database, (tx) => readPage(tx, verification, last))
    if (page.ids.length === 0) return count
    for (const id of page.ids) verifyCorrection(verification, page, id)
    count += page.stored.size
    last = page.ids.at(-1) ?? last
    verification.options.onProgress?.({ stage: 'corrections', count })
  }
}

function verifyCorrection({ faults }: Verification, page: Page, id: number): void {
  const [stored, audited] = [page.stored.get(id), page.audited.get(id)]
  const values = audited ? computeAuditedValues(audited.writes) : null
  if (!stored) {
    if (values && audited?.isServiceThere)
      faults.add({ table: 'correction', fault: 'missing', id, service_id: Number(values['service_id']) })
    return
  }
  const { service_id } = stored
  if (!values) faults.add({ table: 'correction', fault: 'added', id, service_id })
  else {
    const fields = [...findDifferingFields(values, stored.values), ...(stored.isOwn ? [] : ['owner_id'])]
    if (fields.length > 0) faults.add({ table: 'correction', fault: 'changed', id, service_id, fields })
  }
}

interface Page {
  readonly ids: readonly number[]
  readonly stored: ReadonlyMap<number, StoredCorrection>
  readonly audited: ReadonlyMap<number, AuditedCorrection>
}

/** Reads the next corrections by id, from the table and from the audit log. */
async function readPage(tx: Transaction, { options: { account } }: Verification, last: number): Promise<Page> {
  const [ownerCondition, auditCondition] =
    account === undefined ? [sql`true`, sql`true`] : [sql`owner_id = ${account}`, sql`account_id = ${account}`]
  const found = await tx.query(sql<{ id: number }>`select id from (
  (select id from correction where id > ${last} and ${ownerCondition} order by id limit ${correctionsPerQuery})
  union (select distinct object_id::bigint from audit where resource = 'correction' and object_id::bigint > ${last} and ${auditCondition}
    order by 1 limit ${correctionsPerQuery})) c order by id limit ${correctionsPerQuery}`)
  const ids = found.map(({ id }) => id)
  const stored = await tx.query(sql<StoredCorrection>`select c.id, c.service_id, c.owner_id = v.owner_id as "isOwn",
  jsonb_build_object('id', c.id, 'service_id', c.service_id, 'start_time', wire_time(c.start_time), 'end_time', wire_time(c.end_time),
    'status', c.status, 'description', c.description, 'created_at', wire_time(c.created_at)) as values
from correction c join service v on v.id = c.service_id where c.id = any(${ids}::bigint[])`)
  const audited =
    await tx.query(sql<AuditedCorrection>`select object_id::bigint as id, jsonb_agg(jsonb_build_object('after', after) order by sequence) as writes,
  coalesce(bool_or(exists (select from service v where v.id = (coalesce(after, before) ->> 'service_id')::bigint)), false) as "isServiceThere"
from audit where resource = 'correction' and object_id::bigint = any(${ids}::bigint[]) group by 1`)
  return {
    ids,
    stored: new Map(stored.map((each) => [each.id, each])),
    audited: new Map(audited.map((each) => [each.id, each])),
  }
}
