import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConsoleLog } from '../src/features/checks-and-history/evidence/console-log.ts'
import { findFrame, parseFilmstrip } from '../src/features/checks-and-history/evidence/filmstrip.ts'
import { combineSteps } from '../src/features/checks-and-history/evidence/steps.ts'
import { buildStepsChart } from '../src/features/checks-and-history/over-time/steps-data.ts'
import { buildVitalsChart } from '../src/features/checks-and-history/over-time/vitals-data.ts'
import { findBudget, readVitals } from '../src/features/checks-and-history/vitals.ts'
import { cpuMsSince } from './support/cpu-time.ts'
import { shopConsole } from './support/shop-evidence.ts'

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40, 7)]).toString('base64')

test('a console log is read line by line: level, text and place', () => {
  const messages = parseConsoleLog(shopConsole)
  assert.deepEqual(
    messages.map(({ level }) => level),
    ['error', 'error', 'error', 'warning', 'warning', 'info', 'info'],
  )
  assert.deepEqual(messages[2], {
    level: 'error',
    text: "Uncaught (in promise) TypeError: Cannot read properties of undefined (reading 'price')",
    place: 'https://sklep.example.com/js/basket.2f3.js:418',
  })
  assert.deepEqual(parseConsoleLog('log: consent: given'), [{ level: 'info', text: 'consent: given', place: '' }])
})

test('a hostile console log is text, is bounded and takes no time', () => {
  const markup = '<script>alert(1)</script>'
  assert.deepEqual(parseConsoleLog(`constructor: a\n${markup}\n\n  \nerror:${' ('.repeat(3)}`), [
    { level: 'info', text: 'constructor: a', place: '' },
    { level: 'info', text: markup, place: '' },
    { level: 'error', text: '( ( (', place: '' },
  ])
  const started = process.cpuUsage()
  const long = parseConsoleLog(`error: ${' ('.repeat(500_000)}x:1)\n`)
  const many = parseConsoleLog('error: a (b:1)\n'.repeat(100_000))
  assert.ok(cpuMsSince(started) < 1000)
  assert.ok((long[0]?.text.length ?? 0) <= 2000)
  assert.equal(many.length, 20_000)
})

test('a filmstrip has its frames in order; paints are marked at the first frame that can show them', () => {
  const frames = parseFilmstrip(
    JSON.stringify({
      frames: [
        { at: 900, image: jpeg },
        { at: 100, image: jpeg },
      ],
    }),
  )
  assert.deepEqual(
    frames?.map(({ at }) => at),
    [100, 900],
  )
  assert.ok(frames?.every(({ image }) => image.startsWith('data:image/jpeg;base64,')))
  assert.deepEqual(
    [findFrame(frames ?? [], 100), findFrame(frames ?? [], 500), findFrame(frames ?? [], 5000)],
    [0, 1, 1],
  )
  assert.deepEqual([findFrame([], 5), findFrame(frames ?? [], undefined)], [null, null])
})

test('a hostile filmstrip shows only what is a picture', () => {
  for (const text of ['', '{', 'null', '[]', '{"frames":{}}', '{"frames":"a"}'])
    assert.equal(parseFilmstrip(text), null)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
  const frames = [
    null,
    7,
    {},
    { image: 3 },
    { image: svg },
    { image: `${jpeg}"onerror="alert(1)` },
    { image: 'javascript:1' },
  ]
  assert.deepEqual(parseFilmstrip(JSON.stringify({ frames })), [])
  const odd = parseFilmstrip(JSON.stringify({ frames: [-5, 1e300, 'x', null].map((at) => ({ at, image: jpeg })) }))
  assert.deepEqual(
    odd?.map(({ at }) => at),
    [0, 0, 0, 3_600_000],
  )
  const started = process.cpuUsage()
  const many = JSON.stringify({ frames: Array.from({ length: 100_000 }, (_, at) => ({ at, image: jpeg })) })
  assert.equal(parseFilmstrip(many)?.length, 60)
  assert.ok(cpuMsSince(started) < 1000)
})

test('vitals have a rating by the thresholds of web vitals, and a budget from the settings', () => {
  const metric = (metric_type_id: string, value: number) => ({ metric_type_id, value })
  const settings = {
    maximum_largest_contentful_paint: 2500,
    maximum_layout_shift: 100,
    maximum_response_time: 4000,
    maximum_request_count: 'x',
  }
  const vitals = readVitals(
    [
      metric('largest_contentful_paint', 2501),
      metric('first_contentful_paint', 1800),
      metric('cumulative_layout_shift', 0.1),
      metric('first_byte_time', 1801),
      metric('page_load_time', 4000),
      metric('request_count', 90),
      metric('transferred_size', 1e6),
    ],
    settings,
  )
  assert.deepEqual(
    vitals.map(({ id, budget, isOver, rating }) => [id, budget, isOver, rating]),
    [
      ['largest_contentful_paint', 2500, true, 'fair'],
      ['first_contentful_paint', null, false, 'good'],
      ['cumulative_layout_shift', 0.1, false, 'good'],
      ['first_byte_time', null, false, 'poor'],
      ['page_load_time', 4000, false, null],
    ],
  )
  assert.equal(findBudget('cumulative_layout_shift', settings), 0.1)
  assert.equal(readVitals([metric('request_count', 90)], { maximum_request_count: 80 })[0]?.isOver, true)
})

test('steps have names, times on one axis, and say which failed and which did not run', () => {
  const steps = combineSteps({
    steps: [
      { step: 1, response_time: 800, data_size: 10 },
      { step: 2, response_time: null, data_size: null },
      { step: 3, response_time: 200, data_size: null },
    ],
    names: ['Home', 'Log in', 'Basket', 'Log out'],
    settings: { steps: [{}, null, 'x', { cleanup: true }] },
    failedStep: 3,
  })
  assert.deepEqual(
    steps.map(({ name, run, isFailed, isCleanup }) => [name, run?.start, run?.length, isFailed, isCleanup]),
    [
      ['Home', 0, 800, false, false],
      ['Log in', 800, 0, false, false],
      ['Basket', 800, 200, true, false],
      ['Log out', undefined, undefined, false, true],
    ],
  )
  assert.deepEqual(combineSteps({ steps: null, names: ['Home'], settings: {}, failedStep: null }), [])
})

const shades = { failure: 'Down', paused: 'Paused', unknown: 'Unknown' }
const time = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 0, minutes)).toISOString()
const frame = { from: time(0), to: time(15), aggregation: 'five_minutes' as const }

test('vitals over time are medians with budgets as limits; the layout shift has its own scale', () => {
  const point = (minutes: number, p50: number) => ({
    ...{ time: time(minutes), checks_count: 1, minimum: p50, p50, average: p50, p95: p50, maximum: p50 },
  })
  const chart = (values: readonly number[]) => ({
    ...{ ...frame, sensor_id: null },
    points: values.map((value, place) => point(place * 5, value)),
  })
  const data = {
    charts: new Map([
      ['largest_contentful_paint', chart([1000, 1100, 1200])],
      ['cumulative_layout_shift', chart([0.04, 0.05, 0.06])],
    ] as const),
    changes: [],
    getBudget: (vital: string) => (vital === 'largest_contentful_paint' ? 2500 : null),
  }
  const names = {
    shades,
    nameOf: (vital: string) => vital,
    budgetName: (vital: string, budget: number) => `${vital} ${budget}`,
  }
  const times = buildVitalsChart(data, 'times', names)
  assert.deepEqual(
    times?.lines.map(({ label, values }) => [label, values]),
    [['largest_contentful_paint', [1000, 1100, 1200]]],
  )
  assert.deepEqual(
    times?.limits?.map(({ label, value, lineLabel: of }) => [label, value, of]),
    [['largest_contentful_paint 2500', 2500, 'largest_contentful_paint']],
  )
  const shift = buildVitalsChart(data, 'shift', names)
  assert.deepEqual([shift?.lines[0]?.values, shift?.limits, shift?.minTop], [[0.04, 0.05, 0.06], [], 0.1])
  assert.equal(buildVitalsChart({ ...data, charts: new Map() }, 'times', names), null)
})

test('the longest steps are drawn one by one in their order, the others as one', () => {
  const points = [0, 5, 10].flatMap((minutes) =>
    Array.from({ length: 8 }, (_, place) => ({
      ...{ time: time(minutes), step: place + 1, checks_count: 1, response_time: 100 * (place + 1), data_size: null },
    })),
  )
  const step_names = ['Home', null, 'Basket']
  const names = { shades, others: 'Other steps', nameOf: (step: number, name: string | null) => `${step} ${name}` }
  const data = buildStepsChart({ ...frame, step_names, points }, [], names)
  assert.deepEqual(
    data.lines.map(({ label, values }) => [label, values[0]]),
    [
      ['4 null', 400],
      ['5 null', 500],
      ['6 null', 600],
      ['7 null', 700],
      ['8 null', 800],
      ['Other steps', 600],
    ],
  )
  assert.equal(data.isStacked, true)
  const few = buildStepsChart({ ...frame, step_names, points: points.filter(({ step }) => step < 3) }, [], names)
  assert.deepEqual(
    few.lines.map(({ label }) => label),
    ['1 Home', '2 null'],
  )
})
