import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** Another analyst owns the shard: whatever this one still believes, it writes nothing. */
export class Fenced extends Error {
  override readonly name = 'Fenced'

  constructor(shard: number) {
    super(`shard ${shard} belongs to another analyst`)
  }
}

/**
 * The database lacks a commit that it has confirmed, as a standby does that was promoted before it had everything. What
 * is in memory follows from the lost commit, so the shard begins again from what is stored.
 */
export class Rewound extends Error {
  override readonly name = 'Rewound'

  constructor(shard: number) {
    super(`the database lacks commits of shard ${shard} that it has confirmed`)
  }
}

/** A shard that an analyst owns. Epochs can repeat in a promoted standby, so the name of the owner belongs to it. */
export interface Lease {
  readonly shard: number
  readonly epoch: number
  readonly owner: string
}

/** How many commits of the lease have succeeded, as far as this process knows. */
export interface CommitCounter {
  commits: number
}

/** A lease, and what the database must have of it before anything more is written. */
export interface Tenure extends Lease {
  readonly counter: CommitCounter
}

const isHeld = ({ shard, epoch, owner }: Lease) =>
  sql<boolean>`vp_group = ${shard} and epoch = ${epoch} and owner = ${owner}`

/** To be read before anything that is loaded: a failover while loading is then noticed by the first commit. */
export async function readCounter(database: Database, lease: Lease): Promise<CommitCounter> {
  const [row] = await database.query(sql<CommitCounter>`select commits from analyst_lease where ${isHeld(lease)}`)
  if (row === undefined) throw new Fenced(lease.shard)
  return { commits: row.commits }
}

/**
 * Holds the lease for the rest of the transaction: a successor waits until it is over. Renewals do not wait: they
 * change no key.
 */
export async function fence(tx: Transaction, tenure: Tenure): Promise<void> {
  // Commits go on beside this transaction: what is counted while the database answers, it cannot have seen.
  const { commits } = tenure.counter
  const [row] = await tx.query(
    sql<CommitCounter>`select commits from analyst_lease where ${isHeld(tenure)} for key share`,
  )
  if (row === undefined) throw new Fenced(tenure.shard)
  if (row.commits < commits) throw new Rewound(tenure.shard)
}

/** Counts the commit. The last statement of its transaction: it locks the row, and renewals wait for it. */
export async function countCommit(tx: Transaction, tenure: Tenure): Promise<void> {
  const counted = await tx.query(sql`update analyst_lease set commits = commits + 1
where ${isHeld(tenure)} and commits = ${tenure.counter.commits} returning vp_group`)
  if (counted.length === 0) throw new Rewound(tenure.shard)
}
