import { type Database, openDatabase } from '@wachta/database'
import { jobNames, type NotifyPayload } from '@wachta/queue'
import { createTestDatabase } from '@wachta/testing/database'
import { deleteJob, loadJobs, selectStoredJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { createNotifyTask } from '../../src/notify/notify.ts'

export interface Message {
  readonly occurrence_id: number
  readonly escalation_id: number | null
  readonly contact_id: number | null
  readonly address: string
  readonly channel_id: string
  readonly kind: string
  readonly step: string
  readonly repeat_number: number
  readonly status: string
  readonly reason: string | null
  readonly style: string
  readonly language_id: string
  readonly created_at: Date
}

export interface Timer {
  readonly occurrence_id: number
  readonly run_at: Date
}

/** Opens a database with an account and a service in a group; the test sets the clock. */
export async function openWorld() {
  const test = await createTestDatabase()
  {
    await using owner = openDatabase(test.url, { role: null, connections: 1 })
    await owner.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true),
  ('vendor_status', 2, '{}', '{}', 'default', '{}', 60, false, '{}', true)`)
    await owner.query(sql`insert into package (id, name) values (1, 'Basic')`)
    await owner.query(
      sql`insert into account (id, name, username, package_id, email_address) values (1, 'One', 'one', 1, 'one@example.com')`,
    )
    await owner.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group'), (1001, 1, 'Other')`)
  }
  const db = openDatabase(test.url)
  const clock = { now: 0 }
  const tell = createNotifyTask({ database: db, now: () => new Date(clock.now) })
  return {
    db,
    url: test.url,
    clock,
    /** The database with the rights of its owner. */
    owner: async () => openDatabase(test.url, { role: null, connections: 1 }),
    ...writing(db),
    ...reading(db),
    /** Notifies of the alerts at a given time. */
    async tell(ids: readonly number[], at: string) {
      clock.now = Date.parse(at)
      await tell({ occurrences: ids })
    },
    /** Advances the time, and runs every timer when it is due. Returns the number of timers that ran. */
    async runUntil(at: string): Promise<number> {
      for (let count = 0; ; count += 1) {
        const [next] = await dueTimers(db, at)
        if (!next) return count
        clock.now = Math.max(clock.now, next.run_at.getTime())
        await deleteJob(db, next.id)
        await tell(next.payload)
      }
    },
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** Jobs without a delay have the time of the real clock, so they come first. */
async function dueTimers(db: Database, at: string) {
  const stored = await loadJobs<NotifyPayload>(db, jobNames.notify)
  return stored
    .map((job) => (job.key === null ? { ...job, run_at: new Date(0) } : job))
    .filter(({ run_at }) => run_at.getTime() <= Date.parse(at))
    .sort((one, other) => one.run_at.getTime() - other.run_at.getTime())
}

function writing(db: Database) {
  const insert = async (table: string, row: object): Promise<number> => {
    const columns = Object.keys(row)
    const types = sql.join(
      columns.map((name) => sql`r.${sql.id(name)}`),
      sql`, `,
    )
    const [made] = await db.query(sql<{
      id: number
    }>`insert into ${sql.id(table)} (${sql.join(columns.map((name) => sql.id(name)))})
select ${types} from jsonb_populate_record(null::${sql.id(table)}, ${JSON.stringify(row)}::jsonb) r returning id`)
    if (!made) throw new Error(`nothing was put into ${table}`)
    return made.id
  }
  return {
    insert,
    service: (more: object = {}) =>
      insert('service', {
        ...{
          owner_id: 1,
          group_id: 1000,
          type_id: 'http',
          name: 'Service',
          address: 'http://example.com/',
          interval: 60,
        },
        ...{ description: '', is_active: true, is_archived: false, step_names: [], extended_settings: {}, secrets: {} },
        ...{ notification_channel_ids: ['email', 'sms'], notification_condition_ids: ['failure', 'recovery'] },
        ...{ notification_mode_id: 'default', recovery_notification_mode_id: 'default', status: 'failure' },
        ...{ status_since: '2026-01-01', created_at: '2026-01-01' },
        ...more,
      }),
    event: (more: object = {}) =>
      insert('event', {
        ...{ owner_id: 1, name: 'Event', description: '', is_active: true, kind: 'failure', settings: {} },
        ...{ scope: { all_services: true, group_ids: [], service_ids: [] }, start_delay: 0, end_delay: 0 },
        ...{ condition_event_ids: [] },
        ...more,
      }),
    escalation: (event_id: number, contact_ids: readonly number[], more: object = {}) =>
      insert('escalation', {
        ...{ event_id, owner_id: 1, name: 'Escalation', is_active: true, delay: 0, repeat_interval: 0 },
        ...{ maximum_repeats: 0, contact_ids, contact_group_ids: [], channel_ids: null, notify_end: true },
        ...more,
      }),
    /** A contact with addresses: e-mail ones, or `channel:address`. */
    async contact(...addresses: readonly string[]): Promise<number> {
      const row = { owner_id: 1, name: 'Contact', description: '', language_id: 'en' }
      const contact_id = await insert('contact', row)
      for (const written of addresses) {
        const [, channel_id = 'email', address = written] = /^(\w+):(.+)$/.exec(written) ?? []
        await insert('contact_address', { contact_id, owner_id: 1, channel_id, address })
      }
      return contact_id
    },
    occurrence: (service_id: number, event_id: number | null, start_time: string, more: object = {}) =>
      insert('occurrence', {
        ...{ service_id, event_id, owner_id: 1, start_time, is_flapping: false, note: '', decided_at: start_time },
        ...more,
      }),
    end: (id: number, end_time: string, end_reason = 'recovered') =>
      db.query(
        sql`update occurrence set end_time = ${end_time}::timestamptz, end_reason = ${end_reason} where id = ${id}`,
      ),
    unacknowledge: (id: number) =>
      db.query(sql`update occurrence set acknowledged_at = null, acknowledged_by = null where id = ${id}`),
    acknowledge: (id: number, time: string) =>
      db.query(
        sql`update occurrence set acknowledged_at = ${time}::timestamptz, acknowledged_by = 'Somebody' where id = ${id}`,
      ),
  }
}

function reading(db: Database) {
  const messages = (...occurrenceIds: readonly number[]) =>
    db.query(sql<Message>`select occurrence_id, escalation_id, contact_id, address, channel_id, kind, step, repeat_number, status, reason, style,
  language_id, created_at from notification where occurrence_id = any(${occurrenceIds}) order by id`)
  return {
    messages,
    /** Returns one line per message: time, kind, address and outcome. */
    async lines(...occurrenceIds: readonly number[]): Promise<string[]> {
      return (await messages(...occurrenceIds)).map(
        ({ created_at, step, address, reason }) =>
          `${created_at.toISOString().slice(11, 16)} ${step} ${address} ${reason ?? 'told'}`,
      )
    },
    async timers(): Promise<Timer[]> {
      const stored = await loadJobs<NotifyPayload>(db, jobNames.notify)
      return stored
        .filter(({ key }) => key !== null)
        .map(({ payload, run_at }) => ({ occurrence_id: payload.occurrences[0] ?? 0, run_at }))
        .sort((one, other) => one.run_at.getTime() - other.run_at.getTime() || one.occurrence_id - other.occurrence_id)
    },
    deliveries: () =>
      db.query(sql<{
        ids: number[]
        channels: string[]
      }>`select array(select value::int from json_array_elements_text(payload -> 'notifications')) as ids,
  array(select distinct channel_id from notification n where n.id in (select value::bigint from json_array_elements_text(payload -> 'notifications'))) as channels
from (${selectStoredJobs(jobNames.deliver)}) j order by id`),
    statuses: (...occurrenceIds: readonly number[]) =>
      db.query(sql<{
        escalation_id: number
        status: string
        next: string | null
        sent: number
      }>`select escalation_id, status,
  to_char(next_time at time zone 'UTC', 'HH24:MI') as next, sent from escalation_status where occurrence_id = any(${occurrenceIds}) order by escalation_id`),
    setSent: () =>
      db.query(sql`update notification set status = 'sent', sent_at = created_at where status = 'pending'`),
  }
}
