import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { atOneMoment } from './moment.ts'
import type { Verification } from './verification.ts'

const correctionsAtOnce = 500

type Values = Readonly<Record<string, unknown>>

/** Writes of one correction as the audit tells them, in their order; null after it was deleted. */
function statusAccordingTo(writes: readonly { readonly after: Values | null }[]): Values | null {
  const last = writes.findLastIndex(({ after }) => after === null)
  const since = writes.slice(last + 1)
  return since.length === 0 ? null : Object.assign({}, ...since.map(({ after }) => after))
}

/** The fields in which what is stored is not what was told. */
function otherFields(told: Values, stored: Values): string[] {
  return Object.keys(stored).filter((name) => JSON.stringify(told[name]) !== JSON.stringify(stored[name]))
}

interface Stored {
  readonly id: number
  readonly service_id: number
  readonly values: Values
  /** Whether it is of the account that its service is of. */
  readonly isOwn: boolean
}

interface Told {
  readonly id: number
  readonly writes: readonly { readonly after: Values | null }[]
  /** A correction goes with its service. */
  readonly isServiceThere: boolean
}

/** Holds corrections against what the audit says of them: the audit is chained, so whoever changes one changes both. */
export async function verifyCorrections(verification: Verification): Promise<number> {
  let count = 0
  let last = 0
  for (;;) {
    verification.options.signal?.throwIfAborted()
    const page = await atOneMoment(verification.database, (tx) => nextPage(tx, verification, last))
    if (page.ids.length === 0) return count
    for (const id of page.ids) judge(verification, page, id)
    count += page.stored.size
    last = page.ids.at(-1) ?? last
    verification.options.onProgress?.({ stage: 'corrections', count })
  }
}

function judge({ faults }: Verification, page: Page, id: number): void {
  const [stored, told] = [page.stored.get(id), page.told.get(id)]
  const values = told ? statusAccordingTo(told.writes) : null
  if (!stored) {
    if (values && told?.isServiceThere)
      faults.add({ table: 'correction', fault: 'missing', id, service_id: Number(values['service_id']) })
    return
  }
  const { service_id } = stored
  if (!values) faults.add({ table: 'correction', fault: 'added', id, service_id })
  else {
    const fields = [...otherFields(values, stored.values), ...(stored.isOwn ? [] : ['owner_id'])]
    if (fields.length > 0) faults.add({ table: 'correction', fault: 'changed', id, service_id, fields })
  }
}

interface Page {
  readonly ids: readonly number[]
  readonly stored: ReadonlyMap<number, Stored>
  readonly told: ReadonlyMap<number, Told>
}

/** The corrections after one that are there, or of which the audit tells. */
async function nextPage(tx: Transaction, { options: { account } }: Verification, last: number): Promise<Page> {
  const [own, about] =
    account === undefined ? [sql`true`, sql`true`] : [sql`owner_id = ${account}`, sql`account_id = ${account}`]
  const found = await tx.query(sql<{ id: number }>`select id from (
  (select id from correction where id > ${last} and ${own} order by id limit ${correctionsAtOnce})
  union (select distinct object_id::bigint from audit where resource = 'correction' and object_id::bigint > ${last} and ${about}
    order by 1 limit ${correctionsAtOnce})) c order by id limit ${correctionsAtOnce}`)
  const ids = found.map(({ id }) => id)
  const stored = await tx.query(sql<Stored>`select c.id, c.service_id, c.owner_id = v.owner_id as "isOwn",
  jsonb_build_object('id', c.id, 'service_id', c.service_id, 'start_time', wire_time(c.start_time), 'end_time', wire_time(c.end_time),
    'status', c.status, 'description', c.description, 'created_at', wire_time(c.created_at)) as values
from correction c join service v on v.id = c.service_id where c.id = any(${ids}::bigint[])`)
  const told =
    await tx.query(sql<Told>`select object_id::bigint as id, jsonb_agg(jsonb_build_object('after', after) order by id) as writes,
  coalesce(bool_or(exists (select from service v where v.id = (coalesce(after, before) ->> 'service_id')::bigint)), false) as "isServiceThere"
from audit where resource = 'correction' and object_id::bigint = any(${ids}::bigint[]) group by 1`)
  return {
    ids,
    stored: new Map(stored.map((each) => [each.id, each])),
    told: new Map(told.map((each) => [each.id, each])),
  }
}
