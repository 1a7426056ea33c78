import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { minuteMs } from '@wachta/domain'
import { allowAll } from '@wachta/egress'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { createAnnouncer } from '../src/status-pages/announcer.ts'
import { keepPublishing } from '../src/status-pages/keep-publishing.ts'
import { findAnnouncingPages } from '../src/status-pages/load-announcing.ts'
import { createPublisherLock } from '../src/status-pages/publisher-lock.ts'
import { addPage, addPageServices, openPagesRig, type PagesRig, withoutCertificates } from './support/pages.ts'

const published = { incident_posts: 'published', maintenance_posts: 'published' }

/** The announcer, as the reporter runs it; each round is five seconds after the previous one. */
function openAnnouncer(rig: PagesRig) {
  const database = rig.openReporterDatabase()
  const create = () =>
    createAnnouncer({
      ...{ database, now: () => rig.now },
      log: { info: () => undefined, error: (...said: unknown[]) => void rig.errors.push(said) },
    })
  let announcer = create()
  return {
    database,
    /** As after a crash: only committed data is remembered. */
    restart: () => {
      announcer = create()
    },
    async round(laterMs = 5_000) {
      rig.now += laterMs
      await announcer.round()
    },
  }
}

interface PostRow {
  readonly id: number
  readonly kind: string
  readonly title: string
  readonly state: string
  readonly impact: string
  readonly is_draft: boolean
  readonly components: number
  readonly updates: readonly string[]
}

const readPosts = (rig: PagesRig) =>
  rig.db.query(sql<PostRow>`select o.id, o.kind, o.title, o.state, o.impact, o.published_at is null as is_draft, cardinality(component_ids) as components,
  array(select u.state || ': ' || u.text from status_page_update u where u.post_id = o.id order by u.time, u.id) as updates
from status_page_post o order by o.id`)

const fail = (rig: PagesRig, service: number, agoMs = 0) =>
  rig.db.query(sql`insert into incident (service_id, owner_id, kind, start_time)
values (${service}, 1, 'failure', ${new Date(rig.now - agoMs)})`)
const recover = (rig: PagesRig, service: number) =>
  rig.db.query(
    sql`update incident set end_time = ${new Date(rig.now)}, end_reason = 'recovered' where service_id = ${service} and end_time is null`,
  )
const readAudit = (rig: PagesRig) =>
  rig.db.query(
    sql<{
      line: string
    }>`select concat_ws(' ', actor_scope, actor_id, operation, object_id) as line from audit order by id`,
  )

test('a mass failure becomes one post after the delay, and is resolved with its last incident', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 12)
  await addPage(rig.db, 'shop', { services, ...published, time_zone: 'Europe/Warsaw' })
  await addPage(rig.db, 'quiet', { services })
  const { round, restart } = openAnnouncer(rig)
  const [first = 0, ...others] = services
  await fail(rig, first)
  await round(2 * minuteMs)
  for (const service of others) await fail(rig, service)
  await round(2 * minuteMs)
  assert.deepEqual(await readPosts(rig), [], 'not before the delay')
  await round(minuteMs)
  const [post, ...more] = await readPosts(rig)
  assert.deepEqual(more, [])
  assert.equal(post?.title, `Outage: Component ${services.slice(0, 3).join(', Component ')} and 9 more`)
  assert.deepEqual(
    [post?.state, post?.impact, post?.is_draft, post?.components],
    ['investigating', 'critical', false, 12],
  )
  assert.match(
    post?.updates[0] ?? '',
    /^investigating: We have been seeing an outage since .* CES?T\. Affected: Component /,
  )
  assert.doesNotMatch(JSON.stringify(post), /secret/i)
  restart()
  for (const service of others) await recover(rig, service)
  await round()
  assert.equal((await readPosts(rig))[0]?.state, 'investigating')
  await recover(rig, first)
  await round()
  restart()
  await round()
  const [over] = await readPosts(rig)
  assert.equal(over?.state, 'resolved')
  assert.equal(over?.updates.length, 2)
  const [{ isExact } = {}] = await rig.db.query(
    sql<{
      isExact: boolean
    }>`select o.end_time = (select max(end_time) from incident) as "isExact" from status_page_post o`,
  )
  assert.equal(isExact, true, 'it ends with the incident, not with the round')
  assert.deepEqual(
    (await readAudit(rig)).map(({ line }) => line.replace(/\d+$/, 'N')),
    [
      'system create_status_page_post N',
      'system create_status_page_update N',
      'system create_status_page_update N',
      'system update_status_page_post N',
    ],
  )
  assert.deepEqual(await rig.db.query(sql`select * from audit_faults((select tree_id from account where id = 1))`), [])
  assert.deepEqual(rig.errors, [])
})

test('a clock that is set back delays no announcement until it has caught up', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services, ...published })
  const { round } = openAnnouncer(rig)
  await round()
  rig.now -= 60 * minuteMs
  await fail(rig, services[0] ?? 0, 6 * minuteMs)
  await round()
  assert.equal((await readPosts(rig)).length, 1)
  assert.deepEqual(rig.errors, [])
})

test('an incident that ends before the delay, a vague one and one on no page are not announced', async () => {
  await using rig = await openPagesRig()
  const [short = 0, slow = 0, other = 0] = await addPageServices(rig.db, 3)
  await addPage(rig.db, 'shop', { services: [short, slow], ...published, incident_post_delay: 60 })
  const { round } = openAnnouncer(rig)
  await fail(rig, short)
  await fail(rig, other)
  await rig.db.query(
    sql`insert into incident (service_id, owner_id, kind, start_time) values (${slow}, 1, 'performance', now())`,
  )
  await round(50_000)
  await recover(rig, short)
  for (const _ of [1, 2, 3]) await round(minuteMs)
  assert.deepEqual(await readPosts(rig), [])
  assert.deepEqual(rig.errors, [])
})

test('drafts stay drafts, and posts that people changed or deleted are left to them', async () => {
  await using rig = await openPagesRig()
  const [one = 0, two = 0] = await addPageServices(rig.db, 2)
  const settings = { incident_posts: 'draft', incident_post_delay: 0 }
  await addPage(rig.db, 'shop', { services: [one], ...settings })
  await addPage(rig.db, 'mail', { services: [two], ...settings })
  const { round } = openAnnouncer(rig)
  await fail(rig, one)
  await fail(rig, two)
  await round()
  const [shop, mail] = await readPosts(rig)
  assert.deepEqual([shop?.is_draft, mail?.is_draft], [true, true])
  await rig.db.query(sql`update status_page_post set is_automatic = false where id = ${shop?.id}`)
  await rig.db.query(sql`delete from status_page_post where id = ${mail?.id}`)
  await round()
  await recover(rig, one)
  await round()
  assert.deepEqual(await readPosts(rig), [shop], 'neither resolved nor written again')
})

test('an untouched draft is resolved as a draft; the reporter has no right to publish it', async () => {
  await using rig = await openPagesRig()
  const [one = 0] = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services: [one], incident_posts: 'draft', incident_post_delay: 0 })
  const { round, database } = openAnnouncer(rig)
  await fail(rig, one)
  await round()
  await recover(rig, one)
  await round()
  const [draft] = await readPosts(rig)
  assert.deepEqual([draft?.state, draft?.is_draft], ['resolved', true])
  await assert.rejects(database.query(sql`update status_page_post set published_at = now()`), /permission denied/)
  await assert.rejects(database.query(sql`update status_page set title = 'Mine'`), /permission denied/)
  await rig.db.query(sql`update status_page_post set is_automatic = false`)
  await assert.rejects(database.query(sql`select audit_announcement(${draft?.id}, null, null)`), /no rows/)
})

test('what is killed halfway leaves nothing, and is written once when it is tried again', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 2)
  await addPage(rig.db, 'shop', { services, ...published, incident_post_delay: 0 })
  const { round, restart } = openAnnouncer(rig)
  for (const service of services) await fail(rig, service)
  // The connection is lost at the last statement of the transaction.
  await rig.db.query(sql`create function break_off() returns trigger language plpgsql security definer as
$$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
  await rig.db.query(
    sql`create trigger break_off after insert on audit for each row when (new.resource = 'status_page_update') execute function break_off()`,
  )
  await round()
  assert.deepEqual(await readPosts(rig), [])
  assert.deepEqual(await rig.db.query(sql`select * from status_page_announcement`), [])
  assert.equal(rig.errors.length, 1)
  await rig.db.query(sql`drop trigger break_off on audit`)
  restart()
  await Promise.all([round(), openAnnouncer(rig).round()])
  await round()
  const [post, ...more] = await readPosts(rig)
  assert.deepEqual([post?.updates.length, more], [1, []])
  await assert.rejects(
    rig.db.query(
      sql`insert into status_page_announcement (status_page_id, incident_id) select status_page_id, incident_id from status_page_announcement`,
    ),
    /unique/,
  )
})

test('a broken page does not keep the others from announcing', async () => {
  await using rig = await openPagesRig()
  const [one = 0, two = 0] = await addPageServices(rig.db, 2)
  await addPage(rig.db, 'broken', {
    services: [one],
    ...published,
    incident_post_delay: 0,
  })
  await addPage(rig.db, 'good', { services: [two], ...published, incident_post_delay: 0 })
  await rig.db.query(
    sql`create function refuse_post() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  )
  await rig.db.query(sql`create trigger refuse_post before insert on status_page_post for each row
when (new.title like '%Component ${sql.raw(String(one))}') execute function refuse_post()`)
  const { round } = openAnnouncer(rig)
  await fail(rig, one)
  await fail(rig, two)
  await round()
  assert.equal((await readPosts(rig)).length, 1)
  assert.equal(rig.errors.length, 1)
})

test('a failure in a maintenance window is announced only if it lasts beyond it', async () => {
  await using rig = await openPagesRig()
  const [one = 0, two = 0] = await addPageServices(rig.db, 2)
  await addPage(rig.db, 'shop', { services: [one, two], incident_posts: 'published' })
  const { round } = openAnnouncer(rig)
  await fail(rig, one, 30 * minuteMs)
  await fail(rig, two, 30 * minuteMs)
  await rig.db.query(sql`update service set is_silenced = true where id = ${one}`)
  // A weekly window of the whole week until a minute ago, in the zone of the account.
  await rig.db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications)
values (1, ${two}, now() - interval '1 day', now() - interval '1 day', ${new Date(rig.now - minuteMs)}, true)`)
  await rig.db.query(sql`update account set time_zone_id = 'utc' where id = 1`)
  const minute = Math.floor(rig.now / minuteMs - 4 * 24 * 60) % 10_080
  await rig.db.query(sql`insert into weekly_suspension (service_id, start_minute, end_minute)
values (${one}, ${(minute + 10_000) % 10_080}, ${minute})`)
  await round()
  await rig.db.query(sql`update service set is_silenced = false`)
  await round()
  assert.deepEqual(await readPosts(rig), [])
  await round(5 * minuteMs)
  const [post] = await readPosts(rig)
  assert.equal(post?.components, 2)
})

test('maintenance is announced in time, moved and called off with its windows', async () => {
  await using rig = await openPagesRig()
  const [one = 0, two = 0, three = 0] = await addPageServices(rig.db, 3)
  const id = await addPage(rig.db, 'shop', {
    ...{ services: [one, two, three], ...published, maintenance_notice: 3600, languages: ['pl'] },
    announcement_templates: { pl: { cancelled_text: 'Nie będzie prac.' } },
  })
  const { round } = openAnnouncer(rig)
  const plan = (service: number, startsIn: number) =>
    rig.db.query(sql`insert into suspension (service_id, start_time, end_time)
values (${service}, ${new Date(rig.now + startsIn)}, ${new Date(rig.now + startsIn + 30 * minuteMs)})`)
  await plan(one, 70 * minuteMs)
  await plan(two, 70 * minuteMs)
  await round(9 * minuteMs)
  assert.deepEqual(await readPosts(rig), [], 'not before the notice')
  await round(2 * minuteMs)
  const [post, ...more] = await readPosts(rig)
  assert.deepEqual([post?.state, post?.impact, post?.components, more], ['scheduled', 'maintenance', 2, []])
  assert.equal(post?.title, `Planowane prace: Component ${one}, Component ${two}`)
  await rig.db.query(
    sql`update suspension set start_time = start_time + interval '10 minutes', end_time = end_time + interval '10 minutes'`,
  )
  await rig.db.query(sql`update suspension_version set valid_from = valid_from - interval '1 hour'`)
  await round()
  await round()
  const [moved, ...others] = await readPosts(rig)
  assert.deepEqual(others, [])
  assert.equal(moved?.updates.length, 2)
  assert.match(moved?.updates[1] ?? '', /^scheduled: Zmieniliśmy termin prac/)
  const [{ isExact } = {}] = await rig.db.query(sql<{
    isExact: boolean
  }>`select bool_and((o.start_time, o.end_time) = (s.start_time, s.end_time)) as "isExact"
from status_page_post o, suspension s`)
  assert.equal(isExact, true)
  await round(80 * minuteMs)
  await round()
  assert.equal((await readPosts(rig))[0]?.state, 'in_progress')
  await round(40 * minuteMs)
  assert.deepEqual(
    (await readPosts(rig))[0]?.updates.map((text) => text.split(':')[0]),
    ['scheduled', 'scheduled', 'in_progress', 'completed'],
  )
  assert.deepEqual(await findAnnouncingPages(rig.db, rig.now), [], 'nothing is left to look at')
  await plan(three, 20 * minuteMs)
  await rig.db.query(sql`update suspension_version set valid_from = valid_from - interval '1 hour'`)
  await round()
  await rig.db.query(sql`delete from suspension where service_id = ${three}`)
  await round()
  const [, cancelled] = await readPosts(rig)
  assert.equal(cancelled?.updates.at(-1), 'completed: Nie będzie prac.')
  await rig.db.query(sql`delete from status_page where id = ${id}`)
  assert.deepEqual(rig.errors, [])
})

/** Publishes and announces as the process does, until it is stopped. */
function startPublishing(rig: PagesRig, objects: ObjectStore) {
  const stopping = new AbortController()
  const quiet = { info: () => undefined, warn: () => undefined, error: (said: unknown) => void rig.errors.push(said) }
  const count = () => undefined
  const counts = { pagePublished: count, pageFailed: count, pagesStamped: count, pagesStampedElsewhere: count }
  const publishing = keepPublishing({
    ...{
      databaseUrl: rig.databaseUrl,
      objects,
      config: withoutCertificates,
      stopping: stopping.signal,
      guard: allowAll,
    },
    apiUrl: 'https://wachta.example.com',
    pushKey: null,
    ...{ log: quiet as never, processMetrics: counts as never },
  })
  return async () => {
    stopping.abort()
    await publishing
  }
}

async function addFailingPage(rig: PagesRig): Promise<void> {
  const [one = 0] = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services: [one], ...published, incident_post_delay: 0 })
  await fail(rig, one)
}

const hasPost = async (rig: PagesRig) => (await readPosts(rig)).length === 1

test('of several reporters, only the one that publishes announces', async () => {
  await using rig = await openPagesRig()
  await addFailingPage(rig)
  await using objects = await openObjectStore(pathToFileURL(rig.folder).href)
  const other = createPublisherLock(rig.openReporterDatabase())
  assert.equal(await other.hold(), 'taken')
  const stop = startPublishing(rig, objects)
  await wait(1_500)
  assert.deepEqual(await readPosts(rig), [])
  await other[Symbol.asyncDispose]()
  const isShown = async () => (await rig.readPage('shop').catch(() => undefined))?.view.posts.length === 1
  for (let tries = 0; tries < 300 && !(await isShown()); tries++) await wait(100)
  await stop()
  assert.deepEqual([await isShown(), await hasPost(rig)], [true, true])
  assert.deepEqual(rig.errors, [])
})

test('a page announces also while the object store is down', async () => {
  await using rig = await openPagesRig()
  await addFailingPage(rig)
  await using objects = await openObjectStore(pathToFileURL(rig.folder).href)
  // Replace the directory of the store with a file.
  await rm(rig.folder, { recursive: true })
  await writeFile(rig.folder, '')
  const stop = startPublishing(rig, objects)
  for (let tries = 0; tries < 300 && !(await hasPost(rig)); tries++) await wait(100)
  await stop()
  assert.equal(await hasPost(rig), true)
  assert.ok(rig.errors.length > 0, 'pages were not published')
})
