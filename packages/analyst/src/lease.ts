import { shardCount } from '@wachta/bus'
import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { FencedError, type Lease } from './store/fenced.ts'

export interface LeaseOptions {
  readonly database: Database
  /** The unique name of this analyst. */
  readonly name: string
  readonly shards?: number
  readonly lengthMs?: number
}

/** The changes in the shards of an analyst. */
export interface LeaseChanges {
  /** Shards that this analyst owns from now on. */
  readonly gained: readonly Lease[]
  /** Shards to give back, because other analysts have too few. */
  readonly surplus: readonly Lease[]
}

export interface Leases {
  /** Reports this analyst as alive, and takes its share of the shards. Throws `FencedError` if it has lost one. */
  renew(): Promise<LeaseChanges>
  /** Gives a shard back. Stop writing to it before. */
  release(lease: Lease): Promise<void>
  /** Gives all shards back, and removes this analyst. */
  leave(): Promise<void>
}

/** Distributes the shards among the analysts that are alive. Leases expire by the clock of the database. */
export function createLeases(options: LeaseOptions): Leases {
  const { database, name, shards = shardCount, lengthMs = 10_000 } = options
  const held = new Map<number, Lease>()
  const leaseInterval = sql`${lengthMs} * interval '1 millisecond'`

  async function register(tx: Transaction): Promise<void> {
    await tx.query(sql`insert into analyst (name, expires_at) values (${name}, clock_timestamp() + ${leaseInterval})
on conflict (name) do update set expires_at = excluded.expires_at`)
    await tx.query(sql`delete from analyst where expires_at < clock_timestamp() - interval '1 minute'`)
    await tx.query(sql`insert into analyst_lease (vp_group, epoch, owner, expires_at)
select n, 0, '', '-infinity' from generate_series(0, ${shards - 1}::int) n on conflict do nothing`)
  }

  async function renewHeld(tx: Transaction): Promise<void> {
    const renewed = await tx.query(sql<Lease>`update analyst_lease set expires_at = clock_timestamp() + ${leaseInterval}
where owner = ${name} and vp_group = any(${[...held.keys()]}) returning vp_group as shard, epoch, owner`)
    for (const { shard, epoch } of held.values())
      if (!renewed.some((one) => one.shard === shard && one.epoch === epoch)) throw new FencedError(shard)
  }

  return {
    async renew() {
      const { gained, share } = await database.transaction(async (tx) => {
        await register(tx)
        await renewHeld(tx)
        const [alive] = await tx.query(
          sql<{ count: number }>`select count(*) from analyst where expires_at > clock_timestamp()`,
        )
        const share = Math.ceil(shards / Math.max(1, alive?.count ?? 1))
        return { share, gained: held.size < share ? await takeFreeShards(tx, share - held.size) : [] }
      })
      for (const lease of gained) held.set(lease.shard, lease)
      return { gained, surplus: [...held.values()].slice(share) }
    },
    async release({ shard, epoch }) {
      held.delete(shard)
      await database.query(sql`update analyst_lease set expires_at = '-infinity'
where vp_group = ${shard} and epoch = ${epoch} and owner = ${name}`)
    },
    async leave() {
      held.clear()
      await database.query(sql`update analyst_lease set expires_at = '-infinity' where owner = ${name}`)
      await database.query(sql`delete from analyst where name = ${name}`)
    },
  }

  /**
   * Takes free shards. Epochs are based on the time, so that they increase even if a restored database lacks the last
   * ones.
   */
  function takeFreeShards(tx: Transaction, count: number): Promise<Lease[]> {
    return tx.query(sql<Lease>`update analyst_lease set epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000)::int8), owner = ${name}, expires_at = clock_timestamp() + ${leaseInterval}
where vp_group in (select vp_group from analyst_lease where expires_at < clock_timestamp() and vp_group < ${shards}
  order by vp_group limit ${count} for update skip locked) returning vp_group as shard, epoch, owner`)
  }
}
