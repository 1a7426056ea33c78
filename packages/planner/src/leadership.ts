import { setTimeout as wait } from 'node:timers/promises'
import { connectForLock, type Database, tryLock } from '@wachta/database'

/** The methods of a database connection that are used here. */
interface Client {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>
  release(isBroken: boolean): void
}

export interface Leadership extends AsyncDisposable {
  /** Aborted when the leadership can no longer be proved, because another process may lead then. */
  readonly lost: AbortSignal
  /** Later leaders have higher epochs, even after the database was restored from a backup. */
  readonly epoch: number
  /** Whether the leadership was proved a moment ago. Check it before you send anything. */
  isLeading(): boolean
}

const retryMs = 1_000
const proofIntervalMs = 1_000
const releaseTimeoutMs = 1_000
/** A database that does not answer within this time counts as unreachable. */
const askTimeoutMs = 15_000
/** How long a proof of leadership is valid. */
const proofMs = 3_500
/** How long a successor waits: slightly longer than the last proof of the former leader is valid. */
const graceMs = 4_000

/**
 * Waits until no other process leads under this name. The lock lasts as long as its connection, which is checked
 * continuously: otherwise a process that loses the database would not notice that another one leads.
 */
export async function acquireLeadership(
  database: Database,
  name: string,
  stopping: AbortSignal,
): Promise<Leadership | undefined> {
  const client = await connectForLock(database)
  const lost = new AbortController()
  client.once('error', () => lost.abort())
  client.once('end', () => lost.abort())
  try {
    while (!stopping.aborted) {
      if (await tryLock(client, name)) return await startLeading(client, { name, lost, stopping })
      await wait(retryMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  } catch (error) {
    client.release(true)
    throw error
  }
  client.release()
  return undefined
}

interface LeadershipAttempt {
  readonly name: string
  readonly lost: AbortController
  readonly stopping: AbortSignal
}

async function startLeading(client: Client, { name, lost, stopping }: LeadershipAttempt): Promise<Leadership> {
  await waitForFormerLeader(client, name, stopping)
  const epoch = await claimEpoch(client, name)
  let provedUntil = performance.now() + proofMs
  const ended = new AbortController()
  const isLeading = () => performance.now() < provedUntil && !lost.signal.aborted
  const keepProving = async (): Promise<void> => {
    while (!lost.signal.aborted && !ended.signal.aborted) {
      const startedAt = performance.now()
      if (!(await renewLeadership(client, name, epoch))) return lost.abort()
      provedUntil = startedAt + proofMs
      await wait(proofIntervalMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  void keepProving()
  return {
    lost: lost.signal,
    epoch,
    isLeading,
    async [Symbol.asyncDispose]() {
      ended.abort()
      // Without a proof the database may be unreachable, and waiting for it would be useless.
      if (isLeading())
        await Promise.race([releaseLeadership(client, name, epoch).catch(() => undefined), wait(releaseTimeoutMs)])
      client.release(true)
    },
  }
}

/** Waits, because the last leader may be cut off from the database without having noticed it yet. */
async function waitForFormerLeader(client: Client, name: string, stopping: AbortSignal): Promise<void> {
  const { rows } = await client.query(
    `select extract(epoch from renewed_at - clock_timestamp()) * 1000 + $2 as rest from planner_leader where name = $1 and not has_left`,
    [name, graceMs],
  )
  const remainingMs = Math.min(graceMs, Number(rows[0]?.rest ?? 0))
  if (remainingMs > 0) await wait(remainingMs, undefined, { signal: stopping }).catch(() => undefined)
}

/** Takes a new epoch. It is based on the time, so that it increases even if the database lost the last epochs. */
async function claimEpoch(client: Client, name: string): Promise<number> {
  const { rows } = await client.query(
    `insert into planner_leader as l (name, epoch, renewed_at, has_left)
values ($1, (extract(epoch from clock_timestamp()) * 1000)::int8, clock_timestamp(), false)
on conflict (name) do update set epoch = greatest(l.epoch + 1, excluded.epoch), renewed_at = excluded.renewed_at, has_left = false
returning epoch`,
    [name],
  )
  return Number(rows[0]?.epoch)
}

/** Renews the leadership. Returns false if another process leads or the database does not answer in time. */
async function renewLeadership(client: Client, name: string, epoch: number): Promise<boolean> {
  const timeout = new AbortController()
  const renewal = client
    .query('update planner_leader set renewed_at = clock_timestamp() where name = $1 and epoch = $2', [name, epoch])
    .then(({ rowCount }) => rowCount === 1)
    .catch(() => false)
  const timedOut = wait(askTimeoutMs, false, { signal: timeout.signal }).catch(() => false)
  const isRenewed = await Promise.race([renewal, timedOut])
  timeout.abort()
  return isRenewed
}

const releaseLeadership = (client: Client, name: string, epoch: number): Promise<unknown> =>
  client.query('update planner_leader set has_left = true where name = $1 and epoch = $2', [name, epoch])
