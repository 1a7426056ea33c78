import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  drawAvailabilityBars,
  drawAvailabilityStrips,
  drawBudgetBurn,
  drawHourHeatMap,
  drawResponseTimeBands,
} from '../src/index.ts'

const dates = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10))

test('bars differ by height and shade, and days without data are empty boxes', () => {
  const levels = [100, 99.7, 97, 40, null]
  const svg = drawAvailabilityBars(
    dates(5).map((date, index) => ({ date, level: levels[index] ?? null })),
    { target: 99.9, label: 'All' },
  )
  const heights = Array.from(svg.matchAll(/height="([\d.]+)" fill="#(?:7dbf9a|c77a12|8f1710)"/g), ([, height]) =>
    Number(height),
  )
  assert.deepEqual(
    heights.toSorted((a, b) => b - a),
    heights,
  )
  assert.equal(heights.length, 4)
  // A level below the axis is printed as a number.
  assert.match(svg, />40%<\/text>/)
  assert.match(svg, /fill="#fff" stroke="#9aa1a9"/)
  assert.match(svg, /stroke-dasharray="3 2"/)
})

test('the axis of bars begins close below the levels and the target', () => {
  const bars = (level: number, target: number | null) =>
    drawAvailabilityBars([{ date: '2026-10-01', level }], { target, label: '' })
  assert.match(bars(99.9, 99.9), />99\.5%</)
  assert.match(bars(98.5, 99.9), />98%</)
  assert.match(bars(10, 99.9), />90%</)
  assert.doesNotMatch(bars(99.9, null), /dasharray/)
})

test('charts speak both languages', () => {
  const days = dates(90).map((date) => ({ date, level: 99.95 }))
  const english = drawAvailabilityBars(days, { target: 99.9, label: 'x', language: 'en' })
  const polish = drawAvailabilityBars(days, { target: 99.9, label: 'x', language: 'pl' })
  assert.match(english, />Feb 2026</)
  assert.match(english, />Target met</)
  assert.match(polish, />lut 2026</)
  assert.match(polish, />99,5\u00a0%</)
  assert.match(polish, />Cel osiągnięty</)
})

test('the heat map has 168 cells, with numbers that are never rounded up', () => {
  const levels = Array.from({ length: 168 }, (_, index) => (index === 5 ? 99.98 : index === 6 ? null : 100))
  const svg = drawHourHeatMap(levels, { weekDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], label: 'Hours' })
  assert.equal(svg.match(/rx="1\.500"/g)?.length, 168)
  assert.match(svg, />99\.9<\/text>/)
  for (const name of ['Mon', 'Sun', 'Hours']) assert.ok(svg.includes(`>${name}</text>`))
})

test('lines of response times break where data is missing', () => {
  const points = dates(6).map((date, index) => {
    const value = index === 3 ? null : 100 + index
    return {
      date,
      average: value === null ? null : value * 2,
      minimum: value,
      maximum: value === null ? null : value * 20,
    }
  })
  const svg = drawResponseTimeBands(points, { label: 'Response time', unit: 'ms' })
  const average = /<path d="([^"]+)"[^>]*stroke-width="1\.500"/.exec(svg)?.[1] ?? ''
  assert.equal(average.match(/M/g)?.length, 2)
  assert.match(svg, />500\u00a0ms</)
})

test('an overspent budget goes below zero', () => {
  const days = dates(3).map((date, index) => ({ date, left: 0.5 - index * 0.6 }))
  const svg = drawBudgetBurn(days, { label: 'Budget' })
  assert.match(svg, />-100%</)
  assert.match(svg, /fill="#8f1710"\/><path|fill="#8f1710"/)
})

test('labels cannot leave their place in the drawing', () => {
  const label = `</text><script>&"'\u0000\ud800${'x'.repeat(500)}`
  const charts = [
    drawAvailabilityBars([], { target: null, label }),
    drawHourHeatMap([], { weekDays: [label], label }),
    drawResponseTimeBands([], { label, unit: label }),
    drawBudgetBurn([], { label }),
  ]
  for (const svg of charts) {
    assert.doesNotMatch(svg, /<script|NaN|Infinity/)
    assert.ok(!svg.includes('\0'))
    assert.ok(svg.isWellFormed())
    assert.ok(svg.length < 60_000)
  }
})

test('strips have a bar for each day of each service, with the level where a target was missed', () => {
  const days = dates(31).map((date, index) => ({ date, level: index === 3 ? null : index === 7 ? 98.76 : 100 }))
  const strips = ['Shop', 'A very long name '.repeat(10)].map((label) => ({
    label,
    level: '99.9%',
    target: 99.9,
    days,
  }))
  const svg = drawAvailabilityStrips(strips, { label: 'Day by day' })
  assert.equal(svg.match(/rx="1" fill="#(?:7dbf9a|c77a12|8f1710)"/g)?.length, 60 + 3, 'days and legend')
  assert.equal(svg.match(/rx="1" fill="#fff"/g)?.length, 2 + 1)
  assert.match(svg, />98\.7<\/text>/)
  assert.match(svg, /A very long name[^<]*…</)
  assert.match(drawAvailabilityStrips([], { label: 'Nothing', language: 'pl' }), />Nothing</)
})
