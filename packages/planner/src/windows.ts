import type { Database } from '@wachta/database'
import { isSuspendedAt, type MinuteOfWeek, type Suspensions, splitMinuteOfWeek, toZoneName } from '@wachta/domain'
import { sql } from 'kysely'

interface SuspendedService {
  readonly id: number
  readonly is_suspended: boolean
  readonly is_silenced: boolean
  readonly time_zone_id: string
  readonly one_off: readonly { start: number; end: number; only_notifications: boolean }[]
  readonly weekly: readonly { start_minute: number; end_minute: number; only_notifications: boolean }[]
}

/**
 * Selects the services that may have to be marked or unmarked: those with a current or weekly maintenance window, and
 * those that are marked now.
 */
const selectConcernedServices = (
  now: Date,
) => sql<SuspendedService>`select v.id, v.is_suspended, v.is_silenced, a.time_zone_id,
  coalesce((select jsonb_agg(jsonb_build_object('start', extract(epoch from s.start_time) * 1000, 'end', extract(epoch from s.end_time) * 1000,
      'only_notifications', s.only_notifications)) from suspension s where s.service_id = v.id and s.start_time <= ${now} and s.end_time > ${now}), '[]') as one_off,
  coalesce((select jsonb_agg(jsonb_build_object('start_minute', w.start_minute, 'end_minute', w.end_minute, 'only_notifications', w.only_notifications))
    from weekly_suspension w where w.service_id = v.id), '[]') as weekly
from service v join account a on a.id = v.owner_id
where v.id in (select service_id from suspension where start_time <= ${now} and end_time > ${now}
  union select service_id from weekly_suspension union select id from service where is_suspended or is_silenced)`

/** Marks services that are in a maintenance window now, and unmarks the others. Returns how many changed. */
export async function markSuspended(database: Database, now: Date): Promise<number> {
  const services = await database.query(selectConcernedServices(now))
  const changed = services.flatMap((service) => {
    const { monitoring, notifications } = isSuspendedAt(
      now.getTime(),
      toSuspensions(service),
      toZoneName(service.time_zone_id) ?? 'UTC',
    )
    const hasChanged = monitoring !== service.is_suspended || notifications !== service.is_silenced
    return hasChanged ? [{ id: service.id, is_suspended: monitoring, is_silenced: notifications }] : []
  })
  if (changed.length === 0) return 0
  // Locked in the order of their ids, as everywhere, to avoid deadlocks.
  await database.transaction(async (tx) => {
    await tx.query(
      sql`select from service where id = any(${changed.map(({ id }) => id)}) order by id for no key update`,
    )
    await tx.query(sql`update service v set is_suspended = n.is_suspended, is_silenced = n.is_silenced
from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as n (id bigint, is_suspended boolean, is_silenced boolean) where v.id = n.id`)
  })
  return changed.length
}

function toSuspensions({ one_off, weekly }: SuspendedService): Suspensions {
  return {
    oneOff: one_off,
    weekly: weekly.map(({ start_minute, end_minute, only_notifications }) => ({
      start_minute: toMinuteOfWeek(start_minute),
      end_minute: toMinuteOfWeek(end_minute),
      only_notifications,
    })),
  }
}

const toMinuteOfWeek = (stored: number): MinuteOfWeek => splitMinuteOfWeek(stored)
