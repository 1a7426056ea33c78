import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** A write that the API accepted. */
export interface AcceptedWrite {
  readonly name: string
  readonly sent: number
  readonly answered: number
}

/** A customer who creates one group after another, each once, and notes which the API accepted. */
export interface Writer extends AsyncDisposable {
  readonly accepted: readonly AcceptedWrite[]
  /** Writes that the API answered with a refusal, although nothing is wrong with them. */
  readonly refused: readonly string[]
}

const everyMs = 500
const patienceMs = 10_000
/** More requests at once would only fill the queues of an API that is waiting. */
const maxPending = 8

export function startWriter(address: string, authorization: string): Writer {
  const accepted: AcceptedWrite[] = []
  const refused: string[] = []
  const pending = new Set<Promise<void>>()
  let [requests, isOver] = [0, false]
  const write = async (): Promise<void> => {
    requests += 1
    const [name, sent] = [`write-${requests}`, Date.now()]
    const answer = await fetch(`${address}/v3/groups`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await answer.text()
    if (answer.status === 201) accepted.push({ name, sent, answered: Date.now() })
    else if (answer.status < 500) refused.push(`${new Date().toISOString()} ${name}: ${answer.status} ${text}`)
  }
  const keepWriting = async (): Promise<void> => {
    while (!isOver) {
      if (pending.size < maxPending) {
        const one = write()
          // Without an answer it may have been made, or not.
          .catch(() => undefined)
          .then(() => void pending.delete(one))
        pending.add(one)
      }
      await wait(everyMs)
    }
    await Promise.all(pending)
  }
  const running = keepWriting()
  return {
    accepted,
    refused,
    async [Symbol.asyncDispose]() {
      isOver = true
      await running
    },
  }
}

/** From when the standbys were left behind up to when one of them was promoted. */
export interface ForcedPromotion {
  readonly from: number
  readonly to: number
}

export interface ComparedWrites {
  readonly missing: string[]
  readonly duplicate: string[]
  /** Accepted by a server whose standbys were left behind on purpose. */
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
  const lineOf = ({ name, answered }: AcceptedWrite) => `${name}, accepted at ${answered}, is not stored`
  return {
    missing: absent.filter((each) => !isForced(each)).map(lineOf),
    lostByForce: absent.filter(isForced).map(lineOf),
    duplicate: [...stored].flatMap(([name, count]) => (count > 1 ? `${name} is stored ${count} times` : [])),
  }
}
