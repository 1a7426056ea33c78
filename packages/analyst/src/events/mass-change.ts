import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { lookAgain, type OtherSensors, otherSensors } from './look-again.ts'
import { milliseconds } from './stored-event.ts'

/** So many services began to fail at once that it may be us. */
export interface MassChange {
  readonly failing: number
  readonly watched: number
  /** Until when people are not told; null where nobody else can be asked. */
  readonly held_until: number | null
  /** Whether it was found just now. */
  readonly isNew: boolean
}

export interface MassWatch {
  /** Looks whether much has begun to fail, the last of it at the given time. */
  look(tx: Transaction, latest: number | undefined, now: number): Promise<MassChange | undefined>
}

/** More than this share of all services, and at least so many, within the time. */
const leastShare = 0.1
const leastServices = 20
const within = 120_000
/** How long people are not told: long enough to look again, short enough for what is real. */
const holdTime = 60_000
/** After one the next counts as the same for so long. */
const samePeriod = 600_000
/** How many there are changes slowly, and takes time to count. */
const countEvery = 60_000

/** Watches whether too much of the cell fails at once, whoever decides for the services. */
export function createMassWatch(): MassWatch {
  let counted = { at: Number.NEGATIVE_INFINITY, watched: 0 }
  const watchedServices = async (tx: Transaction, now: number) => {
    if (now - counted.at >= countEvery || now < counted.at)
      counted = { at: now, watched: await count(tx, sql`is_active and not is_archived`) }
    return counted.watched
  }
  return {
    async look(tx, latest, now) {
      if (latest === undefined) return undefined
      const failing = await count(tx, sql`status = 'failure' and status_since > ${new Date(latest - within)}`)
      if (failing < leastServices) return undefined
      const watched = await watchedServices(tx, now)
      if (failing <= leastShare * watched) return undefined
      const processMetrics = { failing, watched }
      const known = (await recent(tx, now)) ?? (await recentAlone(tx, now))
      if (known !== undefined) return { ...processMetrics, held_until: known.held_until, isNew: false }
      return { ...processMetrics, held_until: await begin(tx, { ...processMetrics, latest, now }), isNew: true }
    },
  }
}

/** Until when failures that start now are held, by a mass change that is not judged yet. */
export async function heldUntil(db: Queryable, now: number): Promise<number | null> {
  return (await recent(db, now))?.held_until ?? null
}

async function count(db: Queryable, condition: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`select count(*) from service where ${condition}`)
  return row?.count ?? 0
}

/** The mass change that this is part of. Once it is confirmed or its time is up, nothing is held any more. */
async function recent(db: Queryable, now: number): Promise<{ held_until: number | null } | undefined> {
  const [row] = await db.query(sql<{
    held_until: number | null
  }>`select case when outcome is distinct from 'confirmed' and held_until > ${new Date(now)} then ${milliseconds(sql`held_until`)} end as held_until
from mass_change where begun_at > ${new Date(now - samePeriod)} and begun_at <= ${new Date(now)} order by begun_at desc limit 1`)
  return row
}

/** Groups are decided for at the same time: one finds it, the others wait for that one. */
async function recentAlone(tx: Transaction, now: number): Promise<{ held_until: number | null } | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta mass change'))`)
  return recent(tx, now)
}

async function begin(
  tx: Transaction,
  { failing, watched, latest, now }: { failing: number; watched: number; latest: number; now: number },
): Promise<number | null> {
  const since = latest - within
  const others: OtherSensors = await otherSensors(tx, since, now)
  const held = others.sensor_ids.length > 0 ? now + holdTime : null
  const [row] = await tx.query(sql<{ id: number }>`insert into mass_change (begun_at, held_until, failing, watched)
values (${new Date(now)}, ${held === null ? null : new Date(held)}, ${failing}, ${watched}) returning id`)
  const asked = row && held !== null ? await lookAgain(tx, { mass_change_id: row.id, others, since, now }) : 0
  if (row && held !== null && asked === 0)
    await tx.query(sql`update mass_change set held_until = null where id = ${row.id}`)
  return asked > 0 ? held : null
}
