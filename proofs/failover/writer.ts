import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** A write that the API accepted. */
export interface AcceptedWrite {
  readonly name: string
  readonly sent: number
  readonly answered: number
}

/** A customer who creates one group after another, without retries, and records which the API accepted. */
export interface Writer extends AsyncDisposable {
  readonly accepted: readonly AcceptedWrite[]
  /** Valid writes that the API rejected. */
  readonly rejected: readonly string[]
}

const writeIntervalMs = 500
const timeoutMs = 10_000
/** More concurrent requests would only fill the queues of an API that waits for its database. */
const maxPending = 8

export function startWriter(address: string, authorization: string): Writer {
  const accepted: AcceptedWrite[] = []
  const rejected: string[] = []
  const pending = new Set<Promise<void>>()
  let [requests, isOver] = [0, false]
  const write = async (): Promise<void> => {
    requests += 1
    const [name, sent] = [`write-${requests}`, Date.now()]
    const answer = await fetch(`${address}/v3/groups`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await answer.text()
    if (answer.status === 201) accepted.push({ name, sent, answered: Date.now() })
    else if (answer.status < 500) rejected.push(`${new Date().toISOString()} ${name}: ${answer.status} ${text}`)
  }
  const writeContinuously = async (): Promise<void> => {
    while (!isOver) {
      if (pending.size < maxPending) {
        const request = write()
          // Without a response, the write may or may not have been made.
          .catch(() => undefined)
          .then(() => void pending.delete(request))
        pending.add(request)
      }
      await wait(writeIntervalMs)
    }
    await Promise.all(pending)
  }
  const loop = writeContinuously()
  return {
    accepted,
    rejected,
    async [Symbol.asyncDispose]() {
      isOver = true
      await loop
    },
  }
}

/** The time from which the standbys fell behind until the leader was killed. */
export interface ForcedPromotion {
  readonly from: number
  readonly to: number
}

export interface ComparedWrites {
  readonly missing: string[]
  readonly duplicate: string[]
  /** Lost writes that were accepted while the standbys were behind on purpose. */
  readonly lostByForce: string[]
}

/** Compares the accepted writes with what is stored. */
export async function compareWrites(
  db: Pick<Database, 'query'>,
  accepted: readonly AcceptedWrite[],
  promotions: readonly ForcedPromotion[],
): Promise<ComparedWrites> {
  const rows = await db.query(
    sql<{
      name: string
      count: number
    }>`select name, count(*) as count from service_group where name like 'write-%' group by name`,
  )
  const stored = new Map(rows.map(({ name, count }) => [name, count]))
  const absent = accepted.filter(({ name }) => !stored.has(name))
  const isForced = ({ sent, answered }: AcceptedWrite) =>
    promotions.some(({ from, to }) => answered >= from && sent <= to)
  const describeLoss = ({ name, answered }: AcceptedWrite) => `${name}, accepted at ${answered}, is not stored`
  return {
    missing: absent.filter((each) => !isForced(each)).map(describeLoss),
    lostByForce: absent.filter(isForced).map(describeLoss),
    duplicate: [...stored].flatMap(([name, count]) => (count > 1 ? `${name} is stored ${count} times` : [])),
  }
}
