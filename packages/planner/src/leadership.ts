import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'

/** The part of a connection that leading needs. */
interface Client {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
  release(isBroken: boolean): void
}

export interface Leadership extends AsyncDisposable {
  /** Aborted when leading cannot be proved any more: somebody else may lead by then. */
  readonly lost: AbortSignal
  /** Later leaders have higher ones, also after the database went back in time. */
  readonly epoch: number
  /** Whether it was proved a moment ago; who leads says and sends nothing without it. */
  isLeading(): boolean
}

const retry_ms = 1_000
const ask_ms = 1_000
const leave_ms = 1_000
/** A database that does not answer for so long is out of reach. */
const askTimeout_ms = 15_000
/** So long a proof counts. */
const proof_ms = 3_500
/** A successor begins when the last proof of a leader that did not leave counts no more, give or take the clocks' pace. */
const grace_ms = 4_000

/**
 * Waits until no other process leads under this name. The lock lives as long as its connection, and the connection is
 * asked all the time: one that is cut off from the database would else not notice that another process leads.
 */
export async function lead(database: Database, name: string, stopping: AbortSignal): Promise<Leadership | undefined> {
  const client = await database.pool.connect()
  const lost = new AbortController()
  client.once('error', () => lost.abort())
  client.once('end', () => lost.abort())
  // A leader that is gone without a word, as by a power cut, would otherwise hold the lock for hours.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  while (!stopping.aborted) {
    const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as held', [name])
    if (rows[0]?.held === true) return begin(client, { name, lost, stopping })
    await wait(retry_ms, undefined, { signal: stopping }).catch(() => undefined)
  }
  client.release()
  return undefined
}

interface Beginning {
  readonly name: string
  readonly lost: AbortController
  readonly stopping: AbortSignal
}

async function begin(client: Client, { name, lost, stopping }: Beginning): Promise<Leadership> {
  await outwait(client, name, stopping)
  const epoch = await claim(client, name)
  let provedUntil = performance.now() + proof_ms
  const ended = new AbortController()
  const isLeading = () => performance.now() < provedUntil && !lost.signal.aborted
  const keepAsking = async (): Promise<void> => {
    while (!lost.signal.aborted && !ended.signal.aborted) {
      const asked = performance.now()
      if (!(await isConfirmed(client, name, epoch))) return lost.abort()
      provedUntil = asked + proof_ms
      await wait(ask_ms, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  void keepAsking()
  return {
    lost: lost.signal,
    epoch,
    isLeading,
    async [Symbol.asyncDispose]() {
      ended.abort()
      // Without a proof the database may be out of reach: it would be waited for in vain.
      if (isLeading()) await Promise.race([leave(client, name, epoch).catch(() => undefined), wait(leave_ms)])
      client.release(true)
    },
  }
}

/** The last leader may be cut off from the database and not know it yet. */
async function outwait(client: Client, name: string, stopping: AbortSignal): Promise<void> {
  const { rows } = await client.query(
    `select extract(epoch from renewed_at - clock_timestamp()) * 1000 + $2 as rest from planner_leader where name = $1 and not has_left`,
    [name, grace_ms],
  )
  const rest = Math.min(grace_ms, Number(rows[0]?.rest ?? 0))
  if (rest > 0) await wait(rest, undefined, { signal: stopping }).catch(() => undefined)
}

/** By time, so that a database that lost the last epochs gives higher ones all the same. */
async function claim(client: Client, name: string): Promise<number> {
  const { rows } = await client.query(
    `insert into planner_leader as l (name, epoch, renewed_at, has_left)
values ($1, (extract(epoch from clock_timestamp()) * 1000)::int8, clock_timestamp(), false)
on conflict (name) do update set epoch = greatest(l.epoch + 1, excluded.epoch), renewed_at = excluded.renewed_at, has_left = false
returning epoch`,
    [name],
  )
  return Number(rows[0]?.epoch)
}

async function isConfirmed(client: Client, name: string, epoch: number): Promise<boolean> {
  const timeout = new AbortController()
  const asked = client
    .query('update planner_leader set renewed_at = clock_timestamp() where name = $1 and epoch = $2', [name, epoch])
    .then(({ rowCount }) => rowCount === 1)
    .catch(() => false)
  const late = wait(askTimeout_ms, false, { signal: timeout.signal }).catch(() => false)
  const isLed = await Promise.race([asked, late])
  timeout.abort()
  return isLed
}

const leave = (client: Client, name: string, epoch: number): Promise<unknown> =>
  client.query('update planner_leader set has_left = true where name = $1 and epoch = $2', [name, epoch])
