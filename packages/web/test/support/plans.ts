import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { SeededServices } from './watched.ts'

const hour = 3_600_000
/** Minutes since Monday 00:00. */
const at = (day: number, hours: number) => day * 1440 + hours * 60

/** Adds maintenance windows and quiet hours: a backup every Sunday, a repair this week, people who sleep. */
export async function addPlans(db: Database, owner: number, { services }: SeededServices): Promise<void> {
  const idOf = (name: string) => services.find((each) => each.name === name)?.id ?? 0
  await db.query(sql`insert into weekly_suspension (service_id, owner_id, start_minute, end_minute, description, only_notifications)
select id, ${owner}, ${at(6, 1)}, ${at(6, 4)}, 'Kopia zapasowa', false from service where owner_id = ${owner} and name in ('Blog', 'Dokumentacja', 'Kariera', 'Strona firmowa')`)
  await db.query(sql`insert into weekly_suspension (service_id, owner_id, start_minute, end_minute, description, only_notifications)
values (${idOf('Hurtownia danych')}, ${owner}, ${at(1, 22)}, ${at(2, 2)}, 'Ładowanie danych', true)`)
  const monday = mondayOf(Date.now())
  for (const [name, from, to, description] of [
    ['Hurtownia danych', 46.5, 49, 'Wymiana dysku'],
    ['Blog', 82, 88, 'Przenosiny na nowy serwer'],
    ['Poczta: SMTP', 83, 86.5, ''],
  ] as const)
    await db.query(sql`insert into suspension (service_id, owner_id, start_time, end_time, description)
values (${idOf(name)}, ${owner}, ${new Date(monday + from * hour)}, ${new Date(monday + to * hour)}, ${description})`)
  const [contact] = await db.query(
    sql<{
      id: number
    }>`insert into contact (owner_id, name, language_id) values (${owner}, 'Ewa Sowa', 'pl') returning id`,
  )
  for (const day of [0, 1, 2, 3, 4])
    await db.query(sql`insert into contact_weekly_suspension (contact_id, owner_id, start_minute, end_minute, description)
values (${contact?.id}, ${owner}, ${at(day, 17)}, ${at(day, 21)}, 'Po pracy')`)
}

/** Adds corrections: by the owner, and by an unknown author. */
export async function addCorrections(db: Database, owner: number, { services }: SeededServices): Promise<void> {
  const day = 24 * hour
  const now = Math.floor(Date.now() / hour) * hour
  for (const [place, from, to, status, why] of [
    [0, 20, 19.9, 'paused', 'Prace u dostawcy zapowiedziane dwa tygodnie wcześniej'],
    [1, 43, 42.5, 'ok', 'Awaria łącza po stronie sensora'],
    [0, 71, 70.9, 'failure', 'Klienci zgłaszali puste strony'],
  ] as const)
    await db.query(sql`insert into correction (service_id, owner_id, start_time, end_time, status, description)
values (${services[place]?.id}, ${owner}, ${new Date(now - from * day)}, ${new Date(now - to * day)}, ${status}, ${why})`)
}

/** Starts sensors that send heartbeats until stopped: a private one, one cut off, one silent, one overloaded. */
export async function startSensors(
  db: Database,
  owner: number,
  { sensors, services }: SeededServices,
): Promise<() => void> {
  const [own] = await db.query(sql<{
    id: number
  }>`insert into sensor (name, location, country_code, ip_addresses, owner_id)
values ('Biuro', 'Poznań', 'PL', '{203.0.113.77}', ${owner}) returning id`)
  const known = [...sensors, own?.id ?? 0]
  for (const [place, id] of known.entries()) {
    const cannot = place === 4 ? 'not installed: chromium-headless-shell, bubblewrap' : null
    const report = { self_check: place !== 1, running: 12 * place, spooled: place === 4 ? 5200 : 0 }
    await db.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, report, browser_able, browser_reason)
values (${id}, now() - ${place === 3 ? '2 hours' : '0'}::interval, '0.1.0', ${place - 2}, ${place === 4 ? 2400 : 12}, ${JSON.stringify(report)}::jsonb,
  ${cannot === null}, ${cannot})`)
  }
  await db.query(sql`update service set sensor_ids = ${[own?.id ?? 0]} where id = ${services.at(-1)?.id}`)
  const beating = known.filter((_, place) => place !== 3)
  const timer = setInterval(() => {
    void db.query(sql`update sensor_state set last_seen = now() where sensor_id = any(${beating})`)
  }, 10_000)
  return () => clearInterval(timer)
}

/** Monday in UTC, which is accurate enough. */
const mondayOf = (instant: number): number => Math.floor((instant / hour - 96) / 168) * 168 * hour + 96 * hour
