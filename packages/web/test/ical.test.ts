import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ical from 'ical.js'
import { toIcal } from '../src/features/maintenance/ical.ts'
import { buildWeek } from '../src/features/maintenance/week.ts'
import { listActivePeriods, mergeSpans, type Span, type WeeklySpan } from '../src/features/maintenance/windows.ts'

const year = 365 * 86_400_000
const at = (text: string) => Date.parse(text)

/** Zones with unusual clock changes: by half an hour, at midnight, during Ramadan, or none at all. */
const zones = [
  'Europe/Warsaw',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'UTC',
]

function fileOf(
  when: Span | WeeklySpan,
  zone: string,
  now: number,
  words: { summary?: string; description?: string } = {},
) {
  const from = buildWeek(zone, now).start
  const told = { zone, from, to: from + 2 * year, now }
  return { ...told, file: toIcal([{ uid: '1@test', summary: 'Blog', description: '', ...words, when }], told) }
}

/** The spans of all entries, as read by an independent parser. */
function readBack(file: string, from: number, to: number): Span[] {
  const calendar = new ical.Component(ical.parse(file))
  const zone = calendar.getFirstSubcomponent('vtimezone')
  ical.TimezoneService.reset()
  if (zone) ical.TimezoneService.register(zone)
  const spans = calendar.getAllSubcomponents('vevent').flatMap((component) => {
    const event = new ical.Event(component)
    const found: Span[] = []
    const steps = event.iterator()
    for (let start = steps.next(); start; start = steps.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(start)
      found.push({ start: startDate.toJSDate().getTime(), end: endDate.toJSDate().getTime() })
    }
    return found
  })
  const clipped = spans.map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, to) }))
  return mergeSpans(clipped.filter(({ start, end }) => end > start))
}

test('another program reads every week as it is held here, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
      fc.integer({ min: 0, max: 10_079 }),
      fc.integer({ min: 0, max: 10_079 }),
      (zone, now, start, end) => {
        const when = { from: start, to: end }
        const { file, from, to } = fileOf(when, zone, now)
        assert.deepEqual(readBack(file, from, to), listActivePeriods(when, { zone, start: from, end: to }))
      },
    ),
    { numRuns: 60 },
  )
})

test('short windows in the night of a change are held as often as the clock shows them', () => {
  const sunday = 6 * 1440
  fc.assert(
    fc.property(
      fc.constantFrom('Europe/Warsaw', 'America/New_York', 'Australia/Lord_Howe'),
      fc.integer({ min: 0, max: 16 }),
      fc.integer({ min: 1, max: 12 }),
      (zone, start, length) => {
        const when = { from: sunday + start * 15, to: sunday + (start + length) * 15 }
        const { file, from, to } = fileOf(when, zone, at('2026-11-15'))
        assert.deepEqual(readBack(file, from, to), listActivePeriods(when, { zone, start: from, end: to }))
      },
    ),
    { numRuns: 60 },
  )
})

test('the weeks in which the clocks change are told by themselves', () => {
  const { file } = fileOf({ from: 6 * 1440 + 60, to: 6 * 1440 + 240 }, 'Europe/Warsaw', at('2026-11-15T12:00Z'))
  assert.match(
    file,
    /DTSTART;TZID=Europe\/Warsaw:20261108T010000\r\nDURATION:PT180M\r\nRRULE:FREQ=WEEKLY;UNTIL=2028110\dT230000Z/,
  )
  assert.match(file, /EXDATE;TZID=Europe\/Warsaw:20270328T010000,20271031T010000/)
  assert.match(file, /DTSTART:20270328T000000Z\r\nDTEND:20270328T020000Z/, 'two hours in spring')
  assert.match(file, /DTSTART:20271030T230000Z\r\nDTEND:20271031T030000Z/, 'four in autumn')
  assert.match(file, /BEGIN:DAYLIGHT\r\nDTSTART:20270328T020000\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0200/)
})

test('what is planned once is read back to the second', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (zone, start, length) => {
        const now = at('2026-11-15T12:00Z')
        const when = { start: now + start * 1000, end: now + (start + length) * 1000 }
        const { file, from, to } = fileOf(when, zone, now)
        assert.deepEqual(readBack(file, from, to), [when])
      },
    ),
  )
})

test('lines are of 75 octets at most, and texts come back as they were', () => {
  const when = { start: at('2026-11-16T10:00Z'), end: at('2026-11-16T11:00Z') }
  const words = fc.string({
    unit: fc.constantFrom('a', ' ', 'ż', '🛠', '\\', ';', ',', ':', '"', '\n', 'n', '日'),
    maxLength: 200,
  })
  fc.assert(
    fc.property(words, words, (summary, description) => {
      const { file } = fileOf(when, 'UTC', at('2026-11-15'), { summary, description })
      for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.doesNotMatch(file.replaceAll('\r\n', ''), /[\r\n]/, 'every line ends as the standard says')
      const [component] = new ical.Component(ical.parse(file)).getAllSubcomponents('vevent')
      assert.equal(component?.getFirstPropertyValue('summary'), summary)
      assert.equal(component?.getFirstPropertyValue('description') ?? '', description)
    }),
  )
  const { file } = fileOf(when, 'UTC', at('2026-11-15'), { summary: 'one\r\ntwo\rthree\u0000\u001b!' })
  assert.match(file, /SUMMARY:one\\ntwo\\nthree!\r\n/)
})
