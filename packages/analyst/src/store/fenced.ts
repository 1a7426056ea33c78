import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** Thrown when another analyst owns the shard, so that this one writes nothing. */
export class FencedError extends Error {
  override readonly name = 'FencedError'

  constructor(shard: number) {
    super(`shard ${shard} belongs to another analyst`)
  }
}

/**
 * Thrown when the database lacks a commit that it has confirmed, for example after the failover to a standby that had
 * not received it. The state in memory includes the lost commit, so the shard has to be loaded again.
 */
export class RewoundError extends Error {
  override readonly name = 'RewoundError'

  constructor(shard: number) {
    super(`the database lacks commits of shard ${shard} that it has confirmed`)
  }
}

/**
 * The right of one analyst to write for a shard. Every takeover raises the epoch. A promoted standby that lacks the
 * last takeover, and whose clock is behind, may give the same epoch to another analyst: the owner distinguishes them.
 */
export interface Lease {
  readonly shard: number
  readonly epoch: number
  readonly owner: string
}

/**
 * The number of commits of the shard that the database has confirmed, as far as this process knows, including those of
 * earlier owners.
 */
export interface CommitCounter {
  commits: number
}

/** A lease with the number of commits that the database must have before anything more is written. */
export interface FencedLease extends Lease {
  readonly counter: CommitCounter
}

/** The column `vp_group` holds the number of the shard. */
const isHeld = ({ shard, epoch, owner }: Lease) =>
  sql<boolean>`vp_group = ${shard} and epoch = ${epoch} and owner = ${owner}`

/**
 * Reads how many commits the database has. Call it before the state of the shard is loaded: if the database fails over
 * in between to a standby that lacks commits, the number read here is the higher one, and the first commit throws
 * `RewoundError`.
 */
export async function readCounter(database: Database, lease: Lease): Promise<CommitCounter> {
  const [row] = await database.query(sql<CommitCounter>`select commits from analyst_lease where ${isHeld(lease)}`)
  if (row === undefined) throw new FencedError(lease.shard)
  return { commits: row.commits }
}

/**
 * Locks the lease until the end of the transaction, so that no other analyst can take it over before. Renewals do not
 * wait, because they change no key. Throws if the lease is lost or the database lacks commits.
 */
export async function fence(tx: Transaction, lease: FencedLease): Promise<void> {
  // Read before the query: commits that succeed during the query may not be visible to it.
  const { commits } = lease.counter
  const [row] = await tx.query(
    sql<CommitCounter>`select commits from analyst_lease where ${isHeld(lease)} for key share`,
  )
  if (row === undefined) throw new FencedError(lease.shard)
  if (row.commits < commits) throw new RewoundError(lease.shard)
}

/** Throws the reason why the lease does not allow a commit: it is lost, or the database lacks commits or has others. */
export async function rejectCommit(tx: Transaction, lease: FencedLease): Promise<never> {
  await fence(tx, lease)
  throw new RewoundError(lease.shard)
}
