import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildWaterfall, isFailedRequest, maxRows } from '../src/features/checks-and-history/evidence/har.ts'
import { compareRequests } from '../src/features/checks-and-history/evidence/har-comparison.ts'
import { getRequestName } from '../src/features/checks-and-history/evidence/waterfall/request-name.ts'
import { chooseLayout, findAxisLength } from '../src/features/checks-and-history/evidence/waterfall/waterfall-layout.ts'
import { cpuMsSince } from './support/cpu-time.ts'
import { shopHar, shopRequests } from './support/shop-evidence.ts'

const started = Date.UTC(2026, 10, 15)
const at = (milliseconds: number) => new Date(started + milliseconds).toISOString()
const archive = (log: object) => JSON.stringify({ log })
const entry = (url: unknown, more: object = {}) => ({
  startedDateTime: at(0),
  time: 100,
  request: { method: 'GET', url },
  response: { status: 200 },
  ...more,
})

test('a request has its phases in order, without those that did not happen, and TLS is not counted twice', () => {
  const timings = { blocked: 5, dns: -1, connect: 60, ssl: 40, send: 0.5, wait: 30, receive: 9 }
  const waterfall = buildWaterfall(archive({ entries: [entry('https://example.com/', { timings })] }))
  assert.deepEqual(
    waterfall?.rows[0]?.phases.map(({ phase, length }) => `${phase} ${length}`),
    ['blocked 5', 'connect 20', 'ssl 40', 'send 0.5', 'wait 30', 'receive 9'],
  )
})

test('the moments of a page stand on the same axis as its requests', () => {
  const pageTimings = { onContentLoad: 700, onLoad: 1800, _firstContentfulPaint: 600, _largestContentfulPaint: -1 }
  const pages = [{ id: 'page_1', title: 'Shop', startedDateTime: at(0), pageTimings }]
  const waterfall = buildWaterfall(
    archive({ pages, entries: [entry('https://example.com/', { startedDateTime: at(250), pageref: 'page_1' })] }),
  )
  assert.deepEqual(waterfall?.marks, [
    { name: 'contentLoaded', at: 700 },
    { name: 'load', at: 1800 },
    { name: 'fcp', at: 600 },
  ])
  assert.deepEqual([waterfall?.rows[0]?.start, waterfall?.rows[0]?.page, waterfall?.length], [250, 'Shop', 1800])
})

test('what failed, was blocked or did not end is told apart, and has a type', () => {
  const response = (status: number, _error?: string) => ({ status, ...(_error && { _error }) })
  const rows = buildWaterfall(
    archive({
      entries: [
        entry('https://a.example/ok.css', { _resourceType: 'stylesheet' }),
        entry('https://a.example/gone.jpg', { response: response(404), _resourceType: 'image' }),
        entry('https://a.example/reset', {
          response: response(0, 'net::ERR_CONNECTION_RESET'),
          _resourceType: 'fetch',
        }),
        entry('https://b.example/track', { response: response(0, 'blocked'), _isBlocked: true, _resourceType: 'ping' }),
        entry('https://a.example/slow', { response: response(0), _isPending: true }),
        entry('https://a.example/a', { response: { status: 200, content: { mimeType: 'text/javascript' } } }),
      ],
    }),
  )?.rows
  assert.deepEqual(
    rows?.map((row) => [row.type, isFailedRequest(row)]),
    [
      ['style', false],
      ['image', true],
      ['data', true],
      ['other', false],
      ['other', false],
      ['script', false],
    ],
  )
})

test('pages are compared by address without query: new, gone, and more than twice as slow', () => {
  const rows = (list: readonly (readonly [string, number])[]) =>
    buildWaterfall(archive({ entries: list.map(([url, time]) => entry(url, { time })) }))?.rows ?? []
  const before = rows([
    ['https://example.com/?v=1', 200],
    ['https://example.com/a.js', 100],
    ['https://example.com/gone.js', 90],
    ['https://example.com/tiny.js', 3],
  ])
  const now = rows([
    ['https://example.com/?v=2', 390],
    ['https://example.com/a.js#x', 201],
    ['https://example.com/a.js', 50],
    ['https://partner.example/w.js', 900],
    ['https://example.com/tiny.js', 30],
  ])
  assert.deepEqual(compareRequests(before, now), [
    { kind: 'new', url: 'https://partner.example/w.js', before: null, now: 900 },
    { kind: 'slower', url: 'https://example.com/a.js', before: 100, now: 201 },
    { kind: 'gone', url: 'https://example.com/gone.js', before: 90, now: null },
  ])
  assert.deepEqual(compareRequests(before, before), [])
})

test('the archive of the shop is read whole', () => {
  const metrics = {
    content_loaded_time: 1240,
    page_load_time: 4310,
    first_contentful_paint: 980,
    largest_contentful_paint: 3620,
  }
  const waterfall = buildWaterfall(shopHar({ started, isFailed: true, metrics }))
  assert.equal(waterfall?.rows.length, waterfall?.count)
  assert.ok((waterfall?.count ?? 0) >= 55)
  assert.deepEqual(shopRequests(true), {
    request_count: waterfall?.count,
    failed_request_count: waterfall?.rows.filter(isFailedRequest).length,
    transferred_size: waterfall?.rows.reduce((size, row) => size + (row.size ?? 0), 0),
  })
  assert.equal(waterfall?.marks.length, 4)
})

test('a waterfall has as many columns as leave room for the names of requests', () => {
  const columns = (width: number) => {
    const { hasAxis, hasFacts } = chooseLayout(width)
    const fixed = (hasAxis ? 176 + 0.42 * width : 152) + (hasFacts ? 176 : 0)
    return { hasAxis, hasFacts, name: width - fixed }
  }
  for (let width = 310; width <= 1600; width += 10) assert.ok(columns(width).name >= 150, `${width}`)
  const shapes = [358, 600, 1100].map((width) => [columns(width).hasAxis, columns(width).hasFacts])
  assert.deepEqual(shapes, [
    [false, false],
    [true, false],
    [true, true],
  ])
})

test('a hostile archive is bounded: numbers, texts, rows and time', () => {
  const hostile = [
    entry('javascript:alert(1)', { time: 1e308, _resourceType: '__proto__' }),
    entry('<img src=x onerror=alert(1)>', { time: -1e308, response: { status: -5, bodySize: -1e9, _error: 7 } }),
    entry('x'.repeat(1_000_000), { time: Number.MAX_SAFE_INTEGER, serverIPAddress: 'y'.repeat(1_000_000) }),
    entry({ toString: 'no' }, { timings: { wait: 1e300, ssl: 'a', connect: null } }),
    entry('data:text/html,<script>alert(1)</script>', { startedDateTime: '+275760-09-13T00:00:00.000Z' }),
  ]
  const waterfall = buildWaterfall(archive({ entries: hostile, pages: 'none' }))
  for (const row of waterfall?.rows ?? []) {
    assert.ok(row.url.length <= 2048 && row.remoteAddress.length <= 64)
    for (const number of [row.start, row.length, row.status, row.size ?? 0, ...row.phases.map(({ length }) => length)])
      assert.ok(number >= 0 && number <= 1e12, String(number))
  }
  assert.ok((waterfall?.length ?? 0) <= 7_200_000)
  assert.deepEqual(getRequestName('javascript:alert(1)'), { host: '', name: 'javascript:alert(1)' })
  assert.deepEqual(getRequestName('https://example.com/a/b.js?c=1'), { host: 'example.com', name: 'b.js?c=1' })
  assert.deepEqual(getRequestName('https://example.com'), { host: 'example.com', name: '/' })
})

test('a hundred thousand requests take less than a second, and few of them are shown', () => {
  const entries = Array.from({ length: 100_000 }, (_, place) => entry(`https://example.com/${place}`))
  const text = archive({ entries })
  const cpuAtStart = process.cpuUsage()
  const waterfall = buildWaterfall(text)
  const changes = compareRequests([], waterfall?.rows ?? [])
  assert.ok(cpuMsSince(cpuAtStart) < 1000)
  assert.deepEqual([waterfall?.rows.length, waterfall?.count, changes.length], [maxRows, 100_000, maxRows])
})

test('the axis of a waterfall has round quarters and room for all requests', () => {
  assert.deepEqual([4350, 2400, 800, 4, 4001].map(findAxisLength), [4800, 2400, 800, 4, 4800])
  assert.equal(findAxisLength(0), 0)
})
