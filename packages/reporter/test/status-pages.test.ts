import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { computeServiceLevel, defaultMethod } from '@wachta/domain'
import { loadHistories } from '@wachta/report'
import { sql } from 'kysely'
import { addPage, addPageServices, changeStatus, openPagesRig } from './support/pages.ts'

const statusesOf = async (rig: Awaited<ReturnType<typeof openPagesRig>>, slug: string) =>
  (await rig.readPage(slug)).view.sections.flatMap(({ components }) => components.map(({ status }) => status))

test('a page is published with what visitors may see, and nothing of the services behind it', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 2)
  const id = await addPage(rig.db, 'shop', {
    services,
    languages: ['pl', 'en'],
    time_zone: 'Europe/Warsaw',
    footer: 'F',
  })
  await rig.db.query(sql`insert into status_page_component (status_page_id, name, section, position, manual_status)
values (${id}, 'By hand', 'Others', 5, 'partial_outage')`)
  await rig.db.query(sql`insert into status_page_component (status_page_id, name, section, position, group_id, shows_response_time)
values (${id}, 'All', 'Others', 6, 1, true)`)
  const publisher = rig.createPublisher()
  assert.equal(await publisher.round(), true)
  const { view, allowedAddresses } = await rig.readPage('shop')
  assert.equal(allowedAddresses, null)
  assert.equal(view.url, 'https://status.example.com/shop')
  assert.deepEqual(view.languages, ['pl', 'en'])
  assert.equal(view.timeZone, 'Europe/Warsaw')
  assert.equal(view.theme.brandName, 'Owner')
  assert.equal(view.isIndexed, true)
  assert.deepEqual(
    view.sections.map(({ name, components }) => [name, components.map((one) => one.status)]),
    [
      ['', ['operational', 'operational']],
      ['Others', ['partial_outage', 'operational']],
    ],
  )
  const [first] = view.sections[0]?.components ?? []
  assert.equal(first?.days?.length, 90)
  assert.equal(first?.days?.[10]?.countedSeconds, 86_400)
  assert.equal(view.sections[1]?.components[0]?.days, null, 'nothing was measured')
  assert.equal(view.sections[1]?.components[1]?.responseTimes?.length, 90)
  const text = await readFile(join(rig.folder, 'pages/views/shop/view'), 'utf8')
  assert.doesNotMatch(text, /secret/i)
  assert.equal((await rig.readStamp()).pages['shop']?.contentVersion, (await rig.readPage('shop')).contentVersion)
  assert.deepEqual(rig.errors, [])
})

test('a change of status is published by the next round, and costs the figures of today only', async () => {
  await using rig = await openPagesRig()
  const [service = 0, other = 0] = await addPageServices(rig.db, 2)
  await addPage(rig.db, 'one', { services: [service] })
  await addPage(rig.db, 'two', { services: [other] })
  const publisher = rig.createPublisher()
  await publisher.round()
  const before = await rig.readStamp()
  // The publisher does not notice this change of the past until it recomputes the past days.
  await rig.db.query(
    sql`update status_change set start_time = now() - interval '30 days' where service_id = ${service}`,
  )
  const countedOn = async (day: number) =>
    (await rig.readPage('one')).view.sections[0]?.components[0]?.days?.[day]?.countedSeconds
  rig.now = Date.now()
  await changeStatus(rig.db, service, 'failure')
  await publisher.round()
  assert.equal(await countedOn(3), 86_400, 'the past is kept')
  assert.deepEqual(await statusesOf(rig, 'one'), ['major_outage'])
  const after = await rig.readStamp()
  assert.notEqual(after.pages['one']?.contentVersion, before.pages['one']?.contentVersion)
  assert.equal(after.pages['two']?.contentVersion, before.pages['two']?.contentVersion)
  // An analysis without a change of status updates the row of the service, but publishes no page.
  const { published } = rig.counts
  await rig.db.query(sql`update service_state set last_time = now(), response_time = 7 where service_id = ${service}`)
  await publisher.round()
  assert.equal(rig.counts.published, published)
  rig.now += 15 * 60_000
  await publisher.round()
  assert.equal(await countedOn(3), 0, 'late results are seen after some minutes')
})

test('posts, components, branding and maintenance windows are published with the next round', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  const id = await addPage(rig.db, 'shop', { services: [service] })
  const publisher = rig.createPublisher()
  await publisher.round()
  const round = async () => {
    await publisher.round()
    return (await rig.readPage('shop')).view
  }
  await rig.db.query(sql`insert into status_page_post (id, status_page_id, kind, title, state, component_ids)
select 7, ${id}, 'incident', 'A draft', 'investigating', array_agg(id) from status_page_component`)
  assert.deepEqual((await round()).posts, [], 'drafts stay inside')
  await rig.db.query(sql`update status_page_post set published_at = now() where id = 7`)
  await rig.db.query(sql`insert into status_page_update (post_id, state, text) values (7, 'investigating', 'We look.')`)
  const [post] = (await round()).posts
  assert.equal(post?.updates[0]?.text, 'We look.')
  assert.equal(post?.componentPublicIds.length, 1)
  await rig.db.query(sql`delete from status_page_update`)
  assert.deepEqual((await round()).posts[0]?.updates, [], 'a deleted update is gone')
  await rig.db.query(sql`delete from status_page_post`)
  assert.deepEqual((await round()).posts, [], 'a deleted post is gone')
  await rig.db.query(sql`insert into branding (account_id, name) values (1, 'Brand')`)
  assert.equal((await round()).theme.brandName, 'Brand')
  await rig.db.query(sql`update service set is_silenced = true where id = ${service}`)
  await round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['under_maintenance'])
  await rig.db.query(sql`update service set is_silenced = false where id = ${service}`)
  await rig.db.query(
    sql`insert into incident (service_id, owner_id, kind, start_time) values (${service}, 1, 'response_time', now())`,
  )
  await round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['degraded_performance'])
  await rig.db.query(
    sql`insert into incident (service_id, owner_id, kind, start_time) values (${service}, 1, 'failure', now())`,
  )
  await changeStatus(rig.db, service, 'unknown')
  await round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['major_outage'], 'no sensor saw it recover')
  await rig.db.query(sql`delete from service where id = ${service}`)
  assert.deepEqual((await round()).sections, [])
})

test('a service that leaves a group leaves the component of the group', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  const id = await addPage(rig.db, 'shop')
  await rig.db.query(sql`insert into status_page_component (status_page_id, name, group_id) values (${id}, 'All', 1)`)
  await changeStatus(rig.db, service, 'failure')
  const publisher = rig.createPublisher()
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['major_outage'])
  await rig.db.query(sql`insert into service_group (id, owner_id, name) values (22, 1, 'Another')`)
  await rig.db.query(sql`update service set group_id = 22 where id = ${service}`)
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['operational'])
})

test('a service that is no longer shared with the owner of a page leaves it', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  await rig.db.query(sql`insert into account (id, name, username, email_address, package_id)
select 77, 'Customer', 'customer', 'customer@example.com', package_id from account where id = 1`)
  const id = await addPage(rig.db, 'shop')
  await rig.db.query(sql`update status_page set owner_id = 77 where id = ${id}`)
  await rig.db.query(
    sql`insert into group_share (group_id, account_id, owner_id) select group_id, 77, owner_id from service where id = ${service}`,
  )
  await rig.db.query(
    sql`insert into status_page_component (status_page_id, name, service_id) values (${id}, 'Shop', ${service})`,
  )
  await changeStatus(rig.db, service, 'failure')
  const publisher = rig.createPublisher()
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['major_outage'])
  await rig.db.query(sql`delete from group_share where account_id = 77`)
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'shop'), [])
})

test('pages of every visibility are published; a page that is withdrawn or renamed is removed', async () => {
  await using rig = await openPagesRig()
  const ids = new Map<string, number>()
  for (const visibility of ['public', 'unlisted', 'addresses'])
    ids.set(
      visibility,
      await addPage(rig.db, `page-${visibility}`, { visibility, allowed_addresses: ['192.0.2.0/24'] }),
    )
  await addPage(rig.db, 'draft', { is_published: false })
  const publisher = rig.createPublisher()
  const listed = async () => {
    await publisher.round()
    const objects = (await rig.listObjects()).filter((name) => name !== 'pages/stamp')
    const slugs = Object.keys((await rig.readStamp()).pages).sort()
    assert.deepEqual(
      objects,
      slugs.map((slug) => `pages/views/${slug}/view`),
    )
    return slugs
  }
  assert.deepEqual(await listed(), ['page-addresses', 'page-public', 'page-unlisted'])
  assert.deepEqual((await rig.readPage('page-addresses')).allowedAddresses, ['192.0.2.0/24'])
  assert.equal((await rig.readPage('page-unlisted')).view.isIndexed, false)
  await rig.db.query(sql`update status_page set slug = 'renamed' where id = ${ids.get('public')}`)
  await rig.db.query(sql`update status_page set is_published = false where id = ${ids.get('unlisted')}`)
  await rig.db.query(sql`delete from status_page where id = ${ids.get('addresses')}`)
  assert.deepEqual(await listed(), ['renamed'])
  await rig.db.query(sql`update account set is_blocked = true where id = 1`)
  assert.deepEqual(await listed(), [], 'the page of a blocked account is not served')
})

test('what visitors need is published with the page, and nothing that would let them in', async () => {
  await using rig = await openPagesRig()
  const publisher = rig.createPublisher()
  const key = 'k'.repeat(43)
  for (const visibility of ['password', 'link', 'users']) {
    const slug = `for-${visibility}`
    const id = await addPage(rig.db, slug, { visibility, visitor_public_key: visibility === 'link' ? null : key })
    await rig.db.query(sql`insert into status_page_secret (status_page_id, sealed_key, password_hash)
values (${id}, 'sealed-secret', 'hashed-secret')`)
    await publisher.round()
    const page = await rig.readPage(slug)
    assert.deepEqual(page.access, {
      kind: visibility,
      publicKey: visibility === 'link' ? null : key,
      generation: 1,
      signInUrl: visibility === 'users' ? `https://wachta.example.com/status-page/${slug}` : null,
    })
    assert.deepEqual(page.allowedAddresses, [], 'a process of an older version shows it to no visitor')
    assert.equal(page.view.isIndexed, false)
    assert.ok(!JSON.stringify(page).includes('-secret'))
    await rig.db.query(sql`update status_page set password_changed_at = now() where id = ${id}`)
    await publisher.round()
    assert.equal((await rig.readPage(slug)).access?.generation, 2, 'a new generation is a new version')
  }
})

test('figures are those of reports, raw or corrected, and a correction shows at once', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  await rig.db.query(
    sql`update status_change set end_time = date_trunc('hour', now()) - interval '5 days' where service_id = ${service}`,
  )
  await rig.db.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time) values
(${service}, 1, 'failure', date_trunc('hour', now()) - interval '5 days', date_trunc('hour', now()) - interval '4 days 20 hours'),
(${service}, 1, 'ok', date_trunc('hour', now()) - interval '4 days 20 hours', null)`)
  await addPage(rig.db, 'raw', { services: [service], availability: 'raw', time_zone: 'Asia/Kolkata' })
  await addPage(rig.db, 'corrected', { services: [service], time_zone: 'Asia/Kolkata' })
  const publisher = rig.createPublisher()
  await publisher.round()
  const figures = async (slug: string) => (await rig.readPage(slug)).view.sections[0]?.components[0]
  const expected = async (corrected: boolean) => {
    const component = await figures('raw')
    const from = Date.parse(`${component?.days?.[0]?.date}T00:00:00+05:30`)
    const to = Math.floor(rig.now / 1000) * 1000
    const history = (await loadHistories(rig.db, [service], { start: from, end: to })).get(service)
    assert.ok(history)
    const level = computeServiceLevel({
      ...history,
      from,
      to,
      since: history.created_at,
      method: { ...defaultMethod, corrected },
    })
    return { okSeconds: level.ok_seconds, countedSeconds: level.ok_seconds + level.failure_seconds }
  }
  assert.deepEqual((await figures('raw'))?.availability, await expected(false))
  assert.deepEqual((await figures('corrected'))?.availability, await expected(true))
  await rig.db.query(sql`insert into correction (service_id, owner_id, start_time, end_time, status)
values (${service}, 1, date_trunc('hour', now()) - interval '5 days', date_trunc('hour', now()) - interval '4 days 22 hours', 'ok')`)
  await publisher.round()
  assert.deepEqual((await figures('raw'))?.availability, await expected(false))
  assert.deepEqual((await figures('corrected'))?.availability, await expected(true))
  const sum = (await figures('corrected'))?.days?.reduce((total, day) => total + day.okSeconds, 0)
  assert.equal(sum, (await expected(true)).okSeconds, 'days add up to the whole')
})

test('a broken page stops no other one, and says since when it is old', async () => {
  await using rig = await openPagesRig()
  const [broken = 0, good = 0] = await addPageServices(rig.db, 2)
  await addPage(rig.db, 'broken', { services: [broken] })
  await addPage(rig.db, 'good', { services: [good] })
  const publisher = rig.createPublisher()
  await publisher.round()
  const { at } = await rig.readStamp()
  // More versions of maintenance windows than the computation of a service level accepts.
  await rig.db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, valid_to, start_time, end_time, only_notifications)
select n, ${broken}, now() - interval '1 day', now(), now() - interval '1 day', now(), true from generate_series(1, 5001) n`)
  rig.now += 1000
  await changeStatus(rig.db, broken, 'failure')
  await changeStatus(rig.db, good, 'failure')
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'good'), ['major_outage'])
  assert.equal(rig.counts.failed, 1)
  const stamp = await rig.readStamp()
  assert.equal(stamp.pages['broken']?.at, at)
  assert.equal(stamp.pages['good']?.at, undefined)
  await rig.db.query(sql`delete from suspension_version`)
  rig.now += 20_000
  await publisher.round()
  assert.equal((await rig.readStamp()).pages['broken']?.at, undefined)
  assert.deepEqual(await statusesOf(rig, 'broken'), ['major_outage'])
})

test('changes that were found in a round that fails are not lost', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services: [service] })
  const publisher = rig.createPublisher()
  await publisher.round()
  await changeStatus(rig.db, service, 'failure')
  // After the changes are read, the query for the pages of changed services fails.
  await rig.db.query(sql`alter table status_page_component rename column service_id to away`)
  await assert.rejects(publisher.round())
  await rig.db.query(sql`alter table status_page_component rename column away to service_id`)
  await publisher.round()
  assert.deepEqual(await statusesOf(rig, 'shop'), ['major_outage'])
})

test('a page whose figures cannot be read any more says since when they are old', async () => {
  await using rig = await openPagesRig()
  const [service = 0] = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services: [service] })
  const publisher = rig.createPublisher()
  await publisher.round()
  // By then, a new publisher has written everything once more.
  rig.now += 61_000
  await publisher.round()
  await rig.db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, valid_to, start_time, end_time, only_notifications)
select n, ${service}, now() - interval '1 day', now(), now() - interval '1 day', now(), true from generate_series(1, 5001) n`)
  rig.now += 6 * 60_000
  await publisher.round()
  assert.equal(rig.counts.failed, 1)
  const failedAt = rig.now
  rig.now += 120_000
  await publisher.round()
  assert.equal((await rig.readStamp()).pages['shop']?.at, failedAt)
  await rig.db.query(sql`delete from suspension_version`)
  rig.now += 20_000
  await publisher.round()
  assert.equal((await rig.readStamp()).pages['shop']?.at, undefined)
})

test('a clock that is set back keeps no page from being published', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services })
  const publisher = rig.createPublisher()
  await publisher.round()
  rig.now -= 3_600_000
  await publisher.round()
  assert.equal((await rig.readStamp()).at, rig.now)
  assert.equal((await rig.readPage('shop')).view.readAt, rig.now, 'figures too')
})

test('a damaged stamp is written anew', async () => {
  await using rig = await openPagesRig()
  await addPage(rig.db, 'shop', { services: await addPageServices(rig.db, 1) })
  await mkdir(join(rig.folder, 'pages'), { recursive: true })
  await writeFile(join(rig.folder, 'pages/stamp'), '{"version":1,"at":')
  assert.equal(await rig.createPublisher().round(), true)
  assert.deepEqual(Object.keys((await rig.readStamp()).pages), ['shop'])
})

test('a page has so much text at most, and the newest update of every post first', async () => {
  await using rig = await openPagesRig()
  const id = await addPage(rig.db, 'shop')
  await rig.db.query(sql`insert into status_page_post (id, status_page_id, kind, title, state, start_time, published_at, post_mortem)
select n, ${id}, 'incident', 'Post ' || n, 'investigating', now() - n * interval '1 day', now(), repeat('p', 20000) from generate_series(1, 30) n`)
  await rig.db.query(sql`insert into status_page_update (post_id, state, text, time)
select n, 'investigating', repeat('u', 10000), now() - m * interval '1 minute' from generate_series(1, 30) n, generate_series(1, 50) m`)
  await rig.createPublisher().round()
  const { posts } = (await rig.readPage('shop')).view
  assert.equal(posts.length, 30)
  assert.deepEqual(
    posts.map(({ updates }) => updates.length),
    [...Array<number>(20).fill(2), ...Array<number>(10).fill(1)],
  )
  assert.equal(posts.filter(({ postMortem }) => postMortem !== '').length, 25)
  const times = posts[0]?.updates.map(({ time }) => time) ?? []
  assert.ok(Number(times[0]) > Number(times[1]))
})

test('the stamp is written every ten seconds, and not at all without pages', async () => {
  await using rig = await openPagesRig()
  const publisher = rig.createPublisher()
  await publisher.round()
  assert.deepEqual(await rig.listObjects(), [])
  const id = await addPage(rig.db, 'shop')
  await publisher.round()
  const { at } = await rig.readStamp()
  assert.equal(at, rig.now)
  rig.now += 9_000
  await publisher.round()
  assert.equal((await rig.readStamp()).at, at)
  rig.now += 1_000
  await publisher.round()
  assert.equal((await rig.readStamp()).at, rig.now)
  await rig.db.query(sql`delete from status_page where id = ${id}`)
  await publisher.round()
  assert.deepEqual((await rig.readStamp()).pages, {})
  const { stamped } = rig.counts
  rig.now += 60_000
  await publisher.round()
  assert.equal(rig.counts.stamped, stamped)
})

test('of two reporters one publishes; the other takes over, and removes what was withdrawn meanwhile', async () => {
  await using rig = await openPagesRig()
  const id = await addPage(rig.db, 'first')
  await addPage(rig.db, 'second')
  const [one, two] = [rig.createPublisher(), rig.createPublisher()]
  assert.equal(await one.round(), true)
  assert.equal(await two.round(), false)
  await rig.db.query(sql`delete from status_page where id = ${id}`)
  // Only in this database: other test files hold advisory locks on the same server.
  await rig.db.query(sql`select pg_terminate_backend(l.pid, 10000) from pg_locks l join pg_database d on d.oid = l.database
where l.locktype = 'advisory' and d.datname = current_database() and l.pid <> pg_backend_pid()`)
  await assert.rejects(one.round())
  assert.equal(await two.round(), true)
  assert.equal(await one.round(), false)
  assert.deepEqual(Object.keys((await rig.readStamp()).pages), ['second'])
  assert.deepEqual(await rig.listObjects(), ['pages/stamp', 'pages/views/second/view'])
})

test('a new day begins by itself', async () => {
  await using rig = await openPagesRig()
  const services = await addPageServices(rig.db, 1)
  await addPage(rig.db, 'shop', { services })
  const publisher = rig.createPublisher()
  await publisher.round()
  const lastDate = async () => (await rig.readPage('shop')).view.sections[0]?.components[0]?.days?.at(-1)?.date
  assert.equal(await lastDate(), new Date(rig.now).toISOString().slice(0, 10))
  rig.now = (Math.floor(rig.now / 86_400_000) + 1) * 86_400_000 + 1
  await publisher.round()
  assert.equal(await lastDate(), new Date(rig.now).toISOString().slice(0, 10))
})
