import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { syncDictionaries } from '@wachta/api/src/features/dictionaries/sync.ts'
import { type Database, openDatabase } from '@wachta/database'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import { jobNames } from '@wachta/queue'
import { createIdSigner } from '@wachta/runtime/signer'
import { createVault } from '@wachta/runtime/vault'
import { addMonitoringRevision, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { createTestDatabase } from '@wachta/testing/database'
import { loadJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'

const keys = `test:${randomBytes(32).toString('base64')}`
export const vault = createVault(keys)
export const signer = createIdSigner(keys, 'acknowledge')
export const publicUrl = 'https://panel.example.com'

/** Three in the morning in Warsaw. */
export const startTime = new Date('2026-11-15T02:12:00Z')
export const endTime = new Date('2026-11-15T02:26:00Z')
export const createdAt = new Date('2026-11-15T02:12:04Z')
export const service = 7
const event = 70
const sensors = [1, 2, 3, 4, 5]

export interface Installation extends AsyncDisposable {
  readonly database: Database
  readonly objects: ObjectStore
}

/** A database with a Polish account whose shop is down according to four of five sensors, and an English contact. */
export async function install(): Promise<Installation> {
  const test = await createTestDatabase()
  {
    await using owner = openDatabase(test.url, { role: null, connections: 1 })
    await owner.transaction((tx) => syncDictionaries(tx))
    await owner.query(sql`insert into package (id, name) values (1, 'Basic')`)
    await owner.query(sql`insert into account (id, name, username, package_id, email_address)
values (1, 'Przykład sp. z o.o.', 'one', 1, 'one@example.com'), (2, 'Other', 'two', 1, 'two@example.com')`)
  }
  const database = openDatabase(test.url)
  await database.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Sprzedaż')`)
  await database.query(
    sql`insert into sensor (id, name) select * from unnest(${sensors}::bigint[], ${['Warszawa', 'Frankfurt', 'Paryż', 'Sztokholm', 'Kraków']}::text[])`,
  )
  await database.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, description, "interval", step_names)
values (${service}, 1, 1000, 'https', 'Sklep „Żółw”', 'https://shop.example.com/', 'Dyżur: Łukasz', 60, '{Otwarcie,Płatność}')`)
  await database.query(sql`insert into event (id, owner_id, name) values (${event}, 1, 'Awaria sklepu')`)
  await database.query(sql`insert into escalation (id, event_id, name) values (700, ${event}, 'Dyżur od razu')`)
  await database.query(
    sql`insert into contact (id, owner_id, name, language_id) values (20, 1, 'Jan', 'pl'), (21, 1, 'Jane', 'en')`,
  )
  await addMonitoringRevision(database, service, sensors, new Date('2026-01-01T00:00:00Z'))
  await storeAnalyses(database, service, sensors, [
    { time: startTime.getTime(), checks: sensors.map((id) => (id === 5 ? buildCheck(5) : failed(id))) },
    { time: endTime.getTime(), checks: sensors.map((id) => buildCheck(id, { response_time: 40 })) },
  ])
  await database.query(sql`insert into check_detail (service_id, time, sensor_id, error_message)
values (${service}, ${startTime}, 2, 'No answer from 203.0.113.20'), (${service}, ${startTime}, 4, 'Refused')`)
  const directory = await mkdtemp(join(tmpdir(), 'wachta-objects-'))
  const objects = await openObjectStore(pathToFileURL(directory).href)
  return {
    database,
    objects,
    async [Symbol.asyncDispose]() {
      await objects[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
      await rm(directory, { recursive: true })
    },
  }
}

/** Sensor 4 reports a different error. */
const failed = (id: number) =>
  buildCheck(id, { result: 'error', error_type_id: id === 4 ? 301 : 803, path_step: 2, response_time: 10_000 })

interface OccurrenceData {
  readonly start_time?: Date
  readonly end_time?: Date | null
  readonly event_id?: number | null
  readonly sensor_id?: number | null
  readonly error_type_id?: number | null
  readonly analysis_time?: Date | null
  readonly is_flapping?: boolean
}

let second = 0

/** Adds an alert, by default a millisecond later than the previous one. */
export async function addOccurrence(database: Database, more: OccurrenceData = {}): Promise<number> {
  second += 1
  const data = {
    start_time: new Date(startTime.getTime() + second),
    end_time: null,
    event_id: event,
    sensor_id: null,
    error_type_id: 803,
    analysis_time: startTime,
    is_flapping: false,
    ...more,
  }
  const [row] = await database.query(sql<{
    id: number
  }>`insert into occurrence (service_id, event_id, sensor_id, owner_id, start_time, end_time, analysis_time, end_analysis_time,
  error_type_id, is_flapping)
values (${service}, ${data.event_id}, ${data.sensor_id}, 1, ${data.start_time}, ${data.end_time}, ${data.analysis_time},
  ${data.end_time === null || data.analysis_time === null ? null : endTime}, ${data.error_type_id}, ${data.is_flapping}) returning id`)
  return row?.id ?? 0
}

export interface NotificationData {
  readonly account_id?: number
  readonly style?: 'c' | 'o' | 't' | 'v'
  readonly kind?: 'start' | 'end' | 'test' | 'code'
  readonly repeat_number?: number
  readonly occurrence_id?: number | null
  readonly contact_id?: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id?: string
  readonly content?: string
  readonly created_at?: Date
  /** Whether the recipient has not consented to e-mails. */
  readonly isUnverified?: boolean
}

let step = 0

/** Adds a message that is waiting to be sent. */
export async function addNotification(database: Database, data: NotificationData): Promise<number> {
  step += 1
  if (data.channel_id.startsWith('email') && !data.isUnverified)
    await verify(database, data.address, 'email', data.account_id)
  const all = {
    account_id: 1,
    style: 'c',
    kind: 'start',
    repeat_number: 0,
    occurrence_id: null,
    contact_id: 20,
    language_id: 'pl',
    content: '',
    created_at: createdAt,
    ...data,
  }
  const [row] = await database.query(sql<{
    id: number
  }>`insert into notification (account_id, style, kind, repeat_number, occurrence_id, service_id, event_id, escalation_id,
  contact_id, channel_id, address, language_id, content, status, created_at, step)
values (${all.account_id}, ${all.style}, ${all.kind}, ${all.repeat_number}, ${all.occurrence_id}, ${service}, ${event}, 700, ${all.contact_id},
  ${all.channel_id}, ${all.address}, ${all.language_id}, ${all.content}, 'pending', ${all.created_at}, ${`step:${step}`}) returning id`)
  return row?.id ?? 0
}

export interface NotificationRow {
  readonly id: number
  readonly status: string
  readonly reason: string | null
  readonly subject: string
  readonly content: string
  readonly units: number
  readonly sent_at: Date | null
  readonly next_attempt_at: Date | null
  readonly attempts: readonly { readonly time: string; readonly outcome: string; readonly answer: string }[]
}

export async function readNotification(database: Database, id: number): Promise<NotificationRow> {
  const [row] =
    await database.query(sql<NotificationRow>`select id, status, reason, subject, content, units, sent_at, next_attempt_at, attempts
from notification where id = ${id}`)
  if (!row) throw new Error(`no notification ${id}`)
  return row
}

export interface Job {
  readonly key: string | null
  readonly run_at: Date
  readonly payload: { readonly notifications: readonly number[] }
}

export async function jobs(database: Database): Promise<Job[]> {
  const stored = await loadJobs<Job['payload']>(database, jobNames.deliver)
  return stored
    .map(({ key, run_at, payload }) => ({ key, run_at, payload }))
    .sort((one, other) => one.run_at.getTime() - other.run_at.getTime())
}

/** A number that its account has proved. */
export async function verify(database: Database, address: string, channel_id = 'sms', account_id = 1): Promise<void> {
  await database.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
values (${account_id}, ${channel_id}, ${address}, now()) on conflict do nothing`)
}
