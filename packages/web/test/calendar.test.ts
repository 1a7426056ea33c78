import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '../src/app/i18n/formats.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { findInstants, toInstant, toWallTime } from '../src/app/i18n/zone.ts'
import { buildBlocks } from '../src/features/maintenance/blocks.ts'
import {
  buildWeek,
  findHole,
  findInstant,
  getEndOnAxis,
  getStartOnAxis,
  listHours,
} from '../src/features/maintenance/week.ts'
import { createWindowText } from '../src/features/maintenance/window-text.ts'
import {
  findOverlaps,
  groupWindows,
  listActivePeriods,
  type MaintenanceWindow,
  type WindowRow,
} from '../src/features/maintenance/windows.ts'
import { readOwnTexts } from './support/own-texts.ts'

const zone = 'Europe/Warsaw'
const hour = 3_600_000
const at = (text: string) => Date.parse(text)
/** Clocks go forward on 29 March 2026 at 01:00 UTC, and back on 25 October 2026 at 01:00 UTC. */
const spring = buildWeek(zone, at('2026-03-27T12:00:00Z'))
const autumn = buildWeek(zone, at('2026-10-22T12:00:00Z'))
const usual = buildWeek(zone, at('2026-11-18T12:00:00Z'))

test('a wall time is one instant, two in the hour that comes twice, none in the one that is skipped', () => {
  const wall = (text: string) => at(`${text}Z`)
  assert.deepEqual(findInstants(zone, wall('2026-11-15T10:00')), [at('2026-11-15T09:00:00Z')])
  assert.deepEqual(findInstants(zone, wall('2026-10-25T02:30')), [
    at('2026-10-25T00:30:00Z'),
    at('2026-10-25T01:30:00Z'),
  ])
  assert.deepEqual(findInstants(zone, wall('2026-03-29T02:30')), [])
  assert.equal(toInstant(zone, wall('2026-03-29T02:30')), at('2026-03-29T01:00:00Z'), 'the jump')
  assert.equal(toInstant(zone, wall('2026-10-25T02:30'), 'last'), at('2026-10-25T01:30:00Z'))
  assert.equal(toWallTime('Asia/Kathmandu', 0), 5.5 * hour, 'as it was in 1970')
})

test('a week begins on Monday at midnight of its zone, whatever day is asked for', () => {
  for (const day of ['2026-11-15T22:59:59Z', '2026-11-09T00:00:00Z', '2026-11-08T23:00:00Z'])
    assert.equal(buildWeek(zone, at(day)).start, at('2026-11-08T23:00:00Z'), day)
  assert.equal(buildWeek(zone, at('2026-11-15T23:00:00Z')).start, at('2026-11-15T23:00:00Z'))
  assert.equal(usual.days.length, 7)
  assert.equal(usual.length, 1440)
  assert.ok(usual.days.every(({ change, start, end }) => change === null && end - start === 24 * hour))
})

test('the night of spring: a day of 23 hours, with a hole where the hour is skipped', () => {
  const sunday = spring.days[6]
  assert.ok(sunday)
  assert.equal(sunday.end - sunday.start, 23 * hour)
  assert.deepEqual([sunday.change?.wallMinute, sunday.change?.shift], [120, 60])
  assert.equal(spring.length, 1440, 'all columns are of one height')
  assert.deepEqual(findHole(spring, sunday), { from: 120, to: 180 })
  assert.equal(getStartOnAxis(spring, sunday, at('2026-03-29T01:00:00Z')), 180, 'after the jump it is three')
  assert.equal(getEndOnAxis(spring, sunday, at('2026-03-29T01:00:00Z')), 120, 'what ends at the jump ends before it')
  assert.equal(getEndOnAxis(spring, sunday, sunday.end), 1440)
  assert.equal(findInstant(spring, sunday, 150), at('2026-03-29T01:00:00Z'), 'in the hole, the jump')
  assert.equal(findInstant(spring, sunday, 240), at('2026-03-29T02:00:00Z'))
  assert.equal(spring.end - spring.start, 167 * hour)
})

test('the night of autumn: a day of 25 hours, and the other days leave the second hour out', () => {
  const [monday, sunday] = [autumn.days[0], autumn.days[6]]
  assert.ok(monday && sunday)
  assert.equal(sunday.end - sunday.start, 25 * hour)
  assert.deepEqual([sunday.change?.wallMinute, sunday.change?.shift], [180, -60])
  assert.equal(autumn.length, 1500)
  assert.equal(findHole(autumn, sunday), null)
  assert.deepEqual(findHole(autumn, monday), { from: 180, to: 240 })
  assert.equal(getStartOnAxis(autumn, sunday, at('2026-10-25T00:30:00Z')), 150, 'the first half past two')
  assert.equal(getStartOnAxis(autumn, sunday, at('2026-10-25T01:30:00Z')), 210, 'the second')
  const three = (day: string) => at(`2026-10-${day}:00:00Z`)
  assert.equal(getStartOnAxis(autumn, sunday, three('25T02')), 240, 'three is level')
  assert.equal(getStartOnAxis(autumn, monday, three('19T01')), 240, 'on all days')
  assert.equal(getEndOnAxis(autumn, monday, three('19T01')), 180, 'and what ends at three ends before the hole')
  for (const place of [150, 210, 240, 900])
    assert.equal(getStartOnAxis(autumn, sunday, findInstant(autumn, sunday, place)), place)
  assert.equal(getStartOnAxis(autumn, monday, findInstant(autumn, monday, 210)), 240, 'a hole leads to its end')
  assert.equal(getEndOnAxis(autumn, sunday, sunday.end), 1500)
  const labels = listHours(autumn).map(({ hour: shown, isSecond }) => `${shown}${isSecond ? '*' : ''}`)
  assert.deepEqual(labels.slice(0, 5), ['0', '1', '2', '2*', '3'])
  assert.equal(listHours(usual).length, 24)
})

test('a weekly window holds when the clock shows it: not in a skipped hour, twice in one that comes twice', () => {
  const sunday = 6 * 1440
  const window = { from: sunday + 120, to: sunday + 180 }
  assert.deepEqual(listActivePeriods(window, spring), [])
  assert.deepEqual(listActivePeriods(window, autumn), [
    { start: at('2026-10-25T00:00:00Z'), end: at('2026-10-25T02:00:00Z') },
  ])
  const half = { from: sunday + 150, to: sunday + 200 }
  assert.equal(listActivePeriods(half, autumn).length, 2, 'it breaks off when the clocks go back')
  const overEnd = { from: sunday + 1380, to: 60 }
  assert.deepEqual(
    listActivePeriods(overEnd, usual).map(({ start, end }) => (end - start) / hour),
    [1, 1],
  )
  assert.equal(listActivePeriods({ from: 5, to: 5 }, usual)[0]?.end, usual.end, 'the whole week')
})

const row = (id: number, when: WindowRow['when'], more: Partial<WindowRow> = {}): WindowRow => ({
  id,
  targetKind: 'service',
  target: { id, name: `s${id}` },
  description: '',
  onlyNotifications: false,
  mayUpdate: true,
  mayDelete: true,
  when,
  ...more,
})

test('what is planned alike for several is one window', () => {
  const when = { from: 0, to: 60 }
  const windows = groupWindows([
    row(1, when),
    row(2, when),
    row(3, { from: 0, to: 61 }),
    row(4, when, { targetKind: 'contact' }),
  ])
  assert.deepEqual(
    windows.map(({ rows }) => rows.map(({ id }) => id)),
    [[1, 2], [3], [4]],
  )
})

test('windows of the same service that hold at once are told; those of different services are not', () => {
  const once = { start: usual.start + 2 * hour, end: usual.start + 4 * hour }
  const windows = groupWindows([
    row(1, { from: 0, to: 180 }),
    row(2, once, { target: { id: 1, name: 's1' } }),
    row(3, once, { description: 'of another' }),
    row(4, { from: 240, to: 300 }, { target: { id: 1, name: 's1' } }),
  ])
  const found = findOverlaps(windows, usual)
  assert.deepEqual([...found.keys()].length, 2)
  assert.deepEqual(found.get(windows[0]?.key ?? '')?.[0]?.rows[0]?.id, 2)
})

test('an overlap names the other entry by its note and start, or by its time', async () => {
  const texts = createTranslate('en', await readOwnTexts('maintenance/texts.ts', 'en'))
  const text = createWindowText(
    texts,
    'en',
    createFormats('en', zone, () => new Date('2026-11-15T10:00:00Z')),
  )
  const tuesday = { from: 1440 + 22 * 60, to: 1440 + 23 * 60 }
  const noted = groupWindows([row(1, tuesday, { description: 'Loading of data' })])
  assert.equal(text.overlap(noted), 'Overlaps with “Loading of data”, Tue 22:00')
  const once = groupWindows([row(1, { start: at('2026-11-17T21:00:00Z'), end: at('2026-11-17T22:00:00Z') })])
  assert.equal(text.overlap([...once, ...noted]), 'Overlaps with 17 Nov, 22:00 – 23:00; “Loading of data”, Tue 22:00')
})

test('what holds at the same time stands side by side, and what comes later has the whole width again', () => {
  const monday = usual.days[0]
  assert.ok(monday)
  const windows = groupWindows([
    row(1, { from: 0, to: 120 }),
    row(2, { from: 60, to: 180 }),
    row(3, { from: 120, to: 170 }),
    row(4, { from: 600, to: 660 }),
  ]) as MaintenanceWindow[]
  const blocks = buildBlocks(windows, usual, monday)
  assert.deepEqual(
    blocks.map(({ window, lane, lanes, top, bottom }) => [window.rows[0]?.id, lane, lanes, top, bottom]),
    [
      [1, 0, 2, 0, 120],
      [2, 1, 2, 60, 180],
      [3, 0, 2, 120, 170],
      [4, 0, 1, 600, 660],
    ],
  )
})
