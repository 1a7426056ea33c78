import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditFault } from './fault.ts'
import type { Verification } from './verification.ts'

const entriesPerQuery = 1000

/** An audit entry; `words` is the text that its hash covers, built as in the database function audit_hash. */
interface Entry {
  readonly id: number
  readonly tree_id: number
  readonly sequence: number
  readonly time: Date
  readonly words: string
  readonly subject_digest: Buffer | null
  readonly actor_digest: Buffer | null
  readonly previous_hash: Buffer | null
  readonly hash: Buffer
  readonly subject_salt: Buffer | null
  readonly subject: string | null
  readonly actor_salt: Buffer | null
  readonly actor: string | null
}

/**
 * Verifies the chain of each account tree. Hashes are not computed by the database, because the database is not trusted
 * here.
 */
export async function verifyAudit(verification: Verification): Promise<{ entries: number; trees: number }> {
  const { faults, options } = verification
  let [entries, trees] = [0, 0]
  let previous: Entry | undefined
  for await (const entry of readEntries(verification)) {
    entries += 1
    const before = previous?.tree_id === entry.tree_id ? previous : undefined
    if (!before) trees += 1
    const fault = findFault(entry, before)
    const { id, tree_id, sequence, time } = entry
    if (fault) faults.add({ table: 'audit', fault, id, tree_id, sequence, time })
    previous = entry
    if (entries % 10_000 === 0) options.onProgress?.({ stage: 'audit', count: entries })
  }
  return { entries, trees }
}

function findFault(entry: Entry, before: Entry | undefined): AuditFault['fault'] | undefined {
  const { previous_hash, words } = entry
  if (!sha256(previous_hash ?? Buffer.alloc(0), Buffer.from(words)).equals(entry.hash)) return 'changed'
  if (entry.sequence !== (before?.sequence ?? 0) + 1) return 'missing'
  const isLinked = before ? previous_hash?.equals(before.hash) : previous_hash === null
  if (!isLinked) return 'unlinked'
  const isIntact = (digest: Buffer | null, salt: Buffer | null, text: string | null) =>
    salt === null || text === null || digest?.equals(sha256(salt, Buffer.from(text)))
  const isPersonalDataIntact =
    isIntact(entry.subject_digest, entry.subject_salt, entry.subject) &&
    isIntact(entry.actor_digest, entry.actor_salt, entry.actor)
  return isPersonalDataIntact ? undefined : 'personal'
}

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

async function* readEntries({ database, options }: Verification): AsyncGenerator<Entry> {
  const { account } = options
  const tree =
    account === undefined
      ? sql`true`
      : sql`a.tree_id = (select coalesce(max(tree_id), ${account}) from account where id = ${account})`
  let last: Pick<Entry, 'tree_id' | 'sequence'> = { tree_id: -1, sequence: 0 }
  for (;;) {
    options.signal?.throwIfAborted()
    const entries = await database.query(sql<Entry>`select a.id, a.tree_id, a.sequence, a.time, (jsonb_build_array(
    a.tree_id, a.sequence, a.account_id, wire_time(a.time), a.actor_id, a.actor_scope, a.session_id, a.request_id, a.operation,
    a.resource, a.object_id, a.before, a.after, encode(a.subject_digest, 'hex'), encode(a.actor_digest, 'hex'))
    || case when a.application_id is not null then jsonb_build_array(a.api_key_id, a.application_id)
      when a.api_key_id is not null then jsonb_build_array(a.api_key_id) else '[]' end)::text as words,
  a.subject_digest, a.actor_digest, a.previous_hash, a.hash,
  s.salt as subject_salt, s.data::text as subject, p.salt as actor_salt, p.data::text as actor
from audit a left join audit_personal s on s.audit_id = a.id and s.part = 'subject'
  left join audit_personal p on p.audit_id = a.id and p.part = 'actor'
where (a.tree_id, a.sequence) > (${last.tree_id}, ${last.sequence}) and ${tree}
order by a.tree_id, a.sequence limit ${entriesPerQuery}`)
    if (entries.length === 0) return
    yield* entries
    last = entries.at(-1) ?? last
  }
}
