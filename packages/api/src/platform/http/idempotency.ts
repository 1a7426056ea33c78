import { createHash } from 'node:crypto'
import { type Operation, type OperationAnswer, reject, type StatementRunner } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

export interface IdempotentRequest {
  readonly accountId: number
  readonly key: string
  readonly requestHash: Buffer
}

/**
 * Returns the key under which the answer of a request is stored. Null without the header, and for requests whose
 * answers are not stored: those that are not POST, only read or return a secret, and those of anonymous callers.
 */
export function findIdempotencyKey(
  operation: Operation,
  accountId: number | null,
  { headers, url, body }: Pick<FastifyRequest, 'headers' | 'url' | 'body'>,
): IdempotentRequest | null {
  const header: unknown = headers['idempotency-key']
  if (operation.method !== 'POST' || header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) return reject('wrong_idempotency_key')
  if (accountId === null || operation.secret || operation.reads) return null
  return {
    accountId,
    key: header,
    requestHash: createHash('sha256')
      .update(`${url}\n`)
      .update((body as Buffer | undefined) ?? '')
      .digest(),
  }
}

interface StoredAnswer {
  readonly request_hash: Buffer
  readonly answer: OperationAnswer
}

/**
 * Runs the work once per key within 24 hours. The key is inserted in the same transaction, so a second request waits
 * for the first and then gets its answer. If the work fails, the key is rolled back and the request can be retried.
 */
export async function runOnce(
  db: StatementRunner,
  request: IdempotentRequest | null,
  work: () => Promise<OperationAnswer | undefined>,
): Promise<OperationAnswer | undefined> {
  if (!request) return work()
  const { accountId, key, requestHash } = request
  const [claimed] = await db.query(sql`insert into idempotent_answer (account_id, key, request_hash)
values (${accountId}, ${key}, ${requestHash})
on conflict (account_id, key) do update set request_hash = excluded.request_hash, created_at = now(), answer = null
  where idempotent_answer.created_at < now() - interval '24 hours' returning key`)
  if (!claimed) return findStoredAnswer(db, request)
  const answer = await work()
  await db.query(sql`update idempotent_answer set answer = ${JSON.stringify(answer ?? {})}
where account_id = ${accountId} and key = ${key}`)
  return answer
}

async function findStoredAnswer(
  db: StatementRunner,
  { accountId, key, requestHash }: IdempotentRequest,
): Promise<OperationAnswer> {
  const [stored] = await db.query(
    sql<StoredAnswer>`select request_hash, answer::json from idempotent_answer where account_id = ${accountId} and key = ${key}`,
  )
  if (!stored?.request_hash.equals(requestHash)) return reject('idempotency_key_reused')
  return { ...stored.answer, headers: { ...stored.answer.headers, 'idempotency-replayed': 'true' } }
}
