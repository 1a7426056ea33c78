import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, type PageView, renderFile } from '@wachta/status-page'
import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { Statuspage } from 'statuspage.js'
import { solidColours } from '../src/colours.ts'
import { makePublicId, makeQuietView, makeSampleView, sampleNow } from './support/sample-view.ts'
import { serveView } from './support/serve-view.ts'

const render = (view: PageView, path: string, staleSince: number | null = null): string =>
  String(renderFile(view, path, { language: 'en', now: sampleNow, staleSince })?.body)

test('a client of Statuspage reads every document', async () => {
  await using served = await serveView(makeSampleView())
  const client = new Statuspage('nordlicht')
  // The client has a fixed host; nothing else of it is changed.
  Reflect.get(client, 'axios').defaults.baseURL = `${served.address}api/v2`

  const summary = await client.summary()
  assert.deepEqual(summary.status, { indicator: 'major', description: 'Partial System Outage' })
  assert.equal(summary.page.name, 'Nordlicht status')
  assert.equal(summary.page.url, 'https://status.example/nordlicht')
  assert.equal(Reflect.get(summary.page, 'time_zone'), 'Europe/Warsaw')
  assert.equal(summary.page.updated_at.getTime(), sampleNow)
  assert.deepEqual(
    summary.incidents?.map(({ name, status, impact }) => [name, status, impact]),
    [['Card payments fail for some customers', 'identified', 'major']],
  )
  assert.equal(summary.scheduled_maintenances?.length, 2)
  assert.deepEqual(await client.status(), { page: summary.page, status: summary.status })

  const { components } = await client.components()
  const payments = components.find(({ id }) => id === makePublicId(2))
  assert.equal(payments?.status, 'partial_outage')
  const group = components.find(({ id }) => id === payments?.group_id)
  assert.deepEqual([group?.name, group?.group, group?.components?.length], ['Customer portal', true, 3])
  assert.deepEqual(
    components.map(({ position }) => position),
    components.map((_, index) => index + 1),
  )

  const { incidents } = await client.allIncidents()
  assert.deepEqual(
    incidents.map(({ status, resolved_at }) => [status, resolved_at instanceof Date]),
    [
      ['identified', false],
      ['resolved', true],
      ['resolved', true],
    ],
  )
  assert.ok(incidents[1]?.monitoring_at instanceof Date)
  assert.equal(incidents[0]?.shortlink, 'https://status.example/nordlicht/posts/pincident0000001')
  assert.equal(incidents[0]?.incident_updates[1]?.status, 'investigating')
  assert.deepEqual((await client.unresolvedIncidents()).incidents, [incidents[0]])

  const all = (await client.allScheduledMaintenances()).scheduled_maintenances
  assert.deepEqual((await client.upcomingScheduledMaintenances()).scheduled_maintenances, [all[0]])
  assert.deepEqual((await client.activeScheduledMaintenances()).scheduled_maintenances, [all[1]])
  assert.equal(all[0]?.scheduled_until.getTime(), sampleNow + 98 * 3_600_000)
})

test('feeds have one entry per update, the newest first', () => {
  const view = makeSampleView()
  const updates = view.posts.flatMap((post) => post.updates).toSorted((one, other) => other.time - one.time)
  const rss = parseRssFeed(render(view, 'feed.rss'))
  assert.equal(rss.title, 'Nordlicht status')
  assert.deepEqual(
    rss.items?.map(({ pubDate }) => new Date(String(pubDate)).getTime()),
    updates.map(({ time }) => Math.floor(time / 1000) * 1000),
  )
  assert.equal(new Set(rss.items?.map(({ guid }) => guid?.value)).size, updates.length)
  const ofIncident = rss.items?.filter(({ link }) => link?.includes('pincident0000001'))
  assert.deepEqual(
    ofIncident?.map(({ title }) => title),
    ['Identified: Card payments fail for some customers', 'Investigating: Card payments fail for some customers'],
  )
  const [identified, investigating] = ofIncident ?? []
  assert.match(identified?.description ?? '', /<strong>card gateway<\/strong>/)
  assert.doesNotMatch(investigating?.description ?? '', /card gateway/)
  assert.equal(
    identified?.link,
    `https://status.example/nordlicht/posts/pincident0000001#update-${view.posts[1]?.updates[0]?.publicId}`,
  )

  const atom = parseAtomFeed(render(view, 'feed.atom'))
  assert.deepEqual(
    atom.entries?.map(({ title, updated }) => [title?.value, new Date(String(updated)).getTime()]),
    rss.items?.map(({ title }, index) => [title, updates[index]?.time]),
  )
  assert.equal(new Set(atom.entries?.map(({ id }) => id)).size, updates.length)
  assert.equal(new Date(String(atom.updated)).getTime(), updates[0]?.time)
})

test('a new update is a new entry and leaves the others as they were; a post without one is an entry of its own', () => {
  const view = makeSampleView()
  const [post] = view.posts
  assert.ok(post)
  const listIds = (updates: (typeof post)['updates']) =>
    parseRssFeed(render({ ...view, posts: [{ ...post, updates }] }, 'feed.rss')).items?.map(({ guid }) => guid?.value)
  const [first, second] = ['a', 'b'].map((publicId, index) => ({
    publicId,
    state: post.state,
    text: 'Text',
    time: sampleNow + index,
  }))
  assert.ok(first && second)
  assert.deepEqual(listIds([]), [`nordlicht:${post.publicId}`])
  assert.deepEqual(listIds([first]), [`nordlicht:${post.publicId}:a`])
  assert.deepEqual(listIds([second, first]), [`nordlicht:${post.publicId}:b`, `nordlicht:${post.publicId}:a`])
})

test('a post-mortem stands in the newest entry of its post, and a feed has a bound', () => {
  const view = makeSampleView()
  const [post] = view.posts
  assert.ok(post)
  const updates = Array.from({ length: 250 }, (_, index) => ({
    publicId: `u${index}`,
    state: post.state,
    text: `Text ${index}`,
    time: sampleNow - index,
  }))
  const { items = [] } = parseRssFeed(
    render({ ...view, posts: [{ ...post, postMortem: 'A **cable** was cut.', updates }] }, 'feed.rss'),
  )
  assert.equal(items.length, 200)
  assert.deepEqual(
    items.flatMap(({ description }, index) => (description?.includes('cable') ? [index] : [])),
    [0],
  )
})

test('what is written after the end is a post-mortem of an incident and a summary of maintenance', () => {
  const view = makeSampleView()
  const listHeadings = (kind: 'incident' | 'maintenance', language: 'en' | 'pl') => {
    const posts = view.posts.filter((post) => post.kind === kind).slice(0, 1)
    const written = { ...view, posts: posts.map((post) => ({ ...post, postMortem: 'A **cable** was cut.' })) }
    const [post] = written.posts
    assert.ok(post)
    return [`posts/${post.publicId}`, 'feed.atom'].map((path) => {
      const body = String(renderFile(written, path, { language, now: sampleNow, staleSince: null })?.body)
      return /(?:<|&lt;)h2(?:>|&gt;)([^<&]*)(?:<|&lt;)\/h2(?:>|&gt;)(?:(?!h2).)*cable/s.exec(body)?.[1]
    })
  }
  assert.deepEqual(listHeadings('incident', 'en'), ['Post-mortem', 'Post-mortem'])
  assert.deepEqual(listHeadings('maintenance', 'en'), ['Maintenance summary', 'Maintenance summary'])
  assert.deepEqual(listHeadings('incident', 'pl'), ['Analiza po incydencie', 'Analiza po incydencie'])
  assert.deepEqual(listHeadings('maintenance', 'pl'), ['Podsumowanie prac', 'Podsumowanie prac'])
})

test('the calendar has the maintenance, in progress and planned', () => {
  const calendar = new ICAL.Component(ICAL.parse(render(makeSampleView(), 'maintenance.ics')))
  assert.equal(calendar.getFirstPropertyValue('x-wr-calname'), 'Nordlicht status: Maintenance')
  const [planned, inProgress] = calendar.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  assert.equal(planned?.summary, 'Move of the database to a new server')
  assert.equal(planned?.startDate.toJSDate().getTime(), sampleNow + 96 * 3_600_000)
  assert.equal(planned?.endDate.toJSDate().getTime(), sampleNow + 98 * 3_600_000)
  assert.equal(
    planned?.description,
    'Affected components: Sign-in, API\n\nScheduled: The portal is read-only during the move.',
  )
  assert.equal(inProgress?.summary, 'New firmware for stations in Poland')
})

test('every format says from when its data are, once the centre is not heard of', () => {
  const view = makeSampleView()
  const staleSince = sampleNow - 10 * 60_000
  const rest = ['style.css', 'page.js', 'push.js', 'push-worker.js', 'favicon.ico', 'logo']
  for (const path of listFiles(view).filter((each) => !rest.includes(each))) {
    const [fresh, stale] = [render(view, path), render(view, path, staleSince)]
    assert.doesNotMatch(fresh, /Data as of 15:22|data_as_of|as of 15:22/, path)
    if (path.endsWith('.json')) {
      const { page } = JSON.parse(stale)
      assert.deepEqual([page.stale, page.data_as_of], [true, new Date(staleSince).toISOString()], path)
    } else if (path.endsWith('.svg')) assert.match(stale, /, as of 15:22<\/title>/, path)
    else if (path.endsWith('.ics')) {
      assert.match(stale, /X-WR-CALNAME:.*\(Data as of 15:22\)/)
      assert.match(stale, /X-WR-CALDESC:Data as of 15:22 — /)
    } else if (path.startsWith('feed.')) {
      assert.match(stale, /<title>Nordlicht status \(Data as of 15:22\)<\/title>/)
      assert.match(stale, /<(?:subtitle|description)>Data as of 15:22 — /)
    } else assert.match(stale, /Data as of 15:22/, path)
  }
  assert.match(render(view, '', sampleNow - 86_400_000), /Data as of 17 Nov, 15:32/)
  const polish = renderFile(view, '', { language: 'pl', now: sampleNow, staleSince })
  assert.match(String(polish?.body), /<strong>Dane z 15:22<\/strong> — nie ma łączności/)
})

test('a component that is shown only if degraded is in no format while it works', () => {
  const view = makeSampleView()
  const id = makePublicId(6)
  for (const path of listFiles(view)) {
    assert.ok(!path.includes(id))
    assert.ok(!render(view, path).includes(id), path)
    assert.ok(!render(view, path).includes('Roaming partners'), path)
  }
  const degraded = {
    ...view,
    sections: view.sections.map((section) => ({
      ...section,
      components: section.components.map((each) =>
        each.publicId === id ? { ...each, status: 'major_outage' as const } : each,
      ),
    })),
  }
  for (const path of ['', 'api/v2/components.json', `badges/${id}/status.svg`, 'posts/pincident0000001', 'feed.rss'])
    assert.ok(render(degraded, path).includes('Roaming partners'), path)
})

test('figures that a page does not show are in no badge', () => {
  const paths = listFiles(makeSampleView())
  const of = (number: number) => paths.filter((path) => path.startsWith(`badges/${makePublicId(number)}/`))
  assert.deepEqual(
    of(1),
    ['status', 'uptime', 'response-time'].map((kind) => `badges/${makePublicId(1)}/${kind}.svg`),
  )
  assert.deepEqual(
    of(2),
    ['status', 'uptime'].map((kind) => `badges/${makePublicId(2)}/${kind}.svg`),
  )
  assert.deepEqual(of(8), [`badges/${makePublicId(8)}/status.svg`])
  assert.equal(renderFile(makeSampleView(), `badges/${makePublicId(8)}/uptime.svg`, { ...quietly }), undefined)
})

const quietly = { language: 'en', now: sampleNow, staleSince: null } as const

test('badges say it in words', () => {
  const title = (path: string) => /<title>(.*)<\/title>/.exec(render(makeSampleView(), path))?.[1]
  assert.equal(title('badges/status.svg'), 'status: Partial outage')
  assert.equal(title('badges/uptime.svg'), 'uptime: 99.84%')
  assert.equal(title('badges/response-time.svg'), 'response time: 123 ms')
  assert.equal(title(`badges/${makePublicId(3)}/status.svg`), 'Mobile app: Degraded performance')
})

test('a badge of availability is green only if there was any', () => {
  const view = makeSampleView()
  const [section] = view.sections
  const [component] = section?.components ?? []
  assert.ok(section && component)
  const colourWith = (okSeconds: number, countedSeconds: number) => {
    const measured = { ...component, availability: { okSeconds, countedSeconds } }
    const badge = render({ ...view, sections: [{ ...section, components: [measured] }] }, 'badges/uptime.svg')
    return Object.entries(solidColours).find(([, colour]) => badge.includes(colour))?.[0]
  }
  assert.deepEqual([colourWith(1000, 1000), colourWith(995, 1000), colourWith(0, 1000)], ['ok', 'minor', 'critical'])
  assert.equal(colourWith(0, 0), 'maintenance', 'no data')
})

test('maintenance that is cancelled before it starts is cancelled in calendars, and is called so', () => {
  const view = makeSampleView()
  const planned = view.posts.find(({ kind, state }) => kind === 'maintenance' && state === 'scheduled')
  assert.ok(planned)
  const [cancelled, ended] = [planned.startTime, planned.startTime + 60_000].map((endTime) => {
    const over = { ...view, posts: [{ ...planned, state: 'completed' as const, endTime }] }
    const event = new ICAL.Component(ICAL.parse(render(over, 'maintenance.ics'))).getFirstSubcomponent('vevent')
    const page = render(over, `posts/${planned.publicId}`)
    const chip = /class="chip [^>]*>([^<]*)</.exec(page)?.[1]
    return [event?.getFirstPropertyValue('status'), event?.hasProperty('dtend'), chip, page.includes('1 min<')]
  })
  assert.deepEqual(cancelled, ['CANCELLED', false, 'Cancelled', false])
  assert.deepEqual(ended, ['CONFIRMED', true, 'Completed', true])
})

test('the page says in words what its components and its posts say', () => {
  assert.match(render(makeQuietView(), ''), /All systems operational/)
  assert.match(render(makeQuietView(), ''), /No incidents in the last 14 days/)
  // Nothing is measured as down, but people have reported a problem.
  const { posts } = makeSampleView()
  const incident = posts.filter(({ publicId }) => publicId === 'pincident0000001')
  assert.match(render({ ...makeQuietView(), posts: incident }, ''), /class="overall">Partial outage/)
  const maintenance = posts.filter(({ state }) => state === 'in_progress')
  assert.match(render({ ...makeQuietView(), posts: maintenance }, ''), /class="overall">Maintenance in progress/)
  const planned = posts.filter(({ state }) => state === 'scheduled')
  assert.match(render({ ...makeQuietView(), posts: planned }, ''), /class="overall">All systems operational/)
})

test('availability names its method and its period, and is never rounded up', () => {
  const page = render(makeSampleView(), '')
  assert.match(page, /<strong>99\.79%<\/strong> over 90 days, corrections applied/)
  assert.match(page, /over 41 days, corrections applied/)
  const raw = render(makeSampleView({ availability: 'raw' }), '')
  assert.match(raw, /over 90 days, as measured/)
  const view = makeSampleView()
  const [section] = view.sections
  const [component] = section?.components ?? []
  assert.ok(section && component)
  const almost = { ...component, availability: { okSeconds: 7_775_999, countedSeconds: 7_776_000 } }
  assert.match(render({ ...view, sections: [{ ...section, components: [almost] }] }, ''), /<strong>99\.99%<\/strong>/)
})

test('search engines are kept away from pages that are not to be found', () => {
  assert.doesNotMatch(render(makeSampleView(), ''), /noindex/)
  assert.match(render(makeSampleView({ isIndexed: false }), ''), /<meta name="robots" content="noindex, nofollow">/)
})

test('an appearance that was chosen does not follow the device', () => {
  const { theme } = makeSampleView()
  const style = (appearance: 'auto' | 'light' | 'dark') =>
    render(makeSampleView({ theme: { ...theme, appearance } }), 'style.css')
  assert.match(style('auto'), /prefers-color-scheme:dark/)
  assert.match(style('light'), /^:root\{color-scheme:light;--page:#f5f6f8/)
  assert.match(style('dark'), /^:root\{color-scheme:dark;--page:#11151a/)
  assert.doesNotMatch(style('light') + style('dark'), /prefers-color-scheme/)
})

test('there is nothing at other paths', () => {
  for (const path of ['index.html', 'posts/', 'posts/unknown', 'logo', '__proto__', 'constructor', 'badges/', '../x'])
    assert.equal(renderFile(makeSampleView(), path, quietly), undefined, path)
})

test('the footer names the time zone once if its abbreviation is its name', () => {
  const view = makeSampleView()
  assert.match(render(view, ''), /All times in Europe\/Warsaw \(C/)
  assert.match(render({ ...view, timeZone: 'UTC' }, ''), /All times in UTC</)
})
