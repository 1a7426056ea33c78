// The oracle for windows: the runtime's own calendar, minute by minute, without our arithmetic.
import assert from 'node:assert/strict'

const minute = 60_000
const day = 24 * 60 * minute

/** Zones, each with a year of interesting clock changes. */
const nights: readonly (readonly [zone: string, year: number])[] = [
  ['Europe/Warsaw', 2026],
  ['Europe/London', 2026],
  ['Europe/Dublin', 2026],
  ['Europe/Moscow', 2014],
  ['Atlantic/Azores', 2026],
  ['America/New_York', 2026],
  ['America/St_Johns', 2026],
  ['America/St_Johns', 2010],
  ['America/Havana', 2026],
  ['America/Santiago', 2026],
  ['America/Asuncion', 2023],
  ['America/Sao_Paulo', 2018],
  ['America/Nuuk', 2026],
  ['America/Scoresbysund', 2024],
  ['America/Caracas', 2016],
  ['Africa/Cairo', 2014],
  ['Africa/Cairo', 2026],
  ['Africa/Casablanca', 2026],
  ['Africa/El_Aaiun', 2026],
  ['Asia/Beirut', 2026],
  ['Asia/Gaza', 2026],
  ['Asia/Jerusalem', 2026],
  ['Asia/Tehran', 2022],
  ['Asia/Pyongyang', 2018],
  ['Asia/Kathmandu', 1985],
  ['Australia/Lord_Howe', 2026],
  ['Australia/Adelaide', 2026],
  ['Pacific/Auckland', 2026],
  ['Pacific/Chatham', 2026],
  ['Pacific/Norfolk', 2026],
  ['Pacific/Apia', 2011],
  ['Pacific/Kwajalein', 1993],
  ['Antarctica/Troll', 2026],
  ['Antarctica/Casey', 2018],
  ['Asia/Kolkata', 2026],
  ['UTC', 2026],
]

const wallClocks = new Map(nights.map(([zone]) => [zone, wallClock(zone)]))

/** The instants in those years at which a wall clock jumps; the middle of the year for a clock that never does. */
export const changes = nights.flatMap(([zone, year]) => changesOf(zone, year).map((change) => ({ zone, change })))

/** The minute of the week that the wall clock shows. */
export function getWallMinuteOfWeek(zone: string, instant: number): number {
  return wallClocks.get(zone)?.(instant).minuteOfWeek ?? assert.fail(zone)
}

/** How far ahead of UTC the wall clock is. */
export function getWallOffset(zone: string, instant: number): number {
  return wallClocks.get(zone)?.(instant).offset ?? assert.fail(zone)
}

function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  const seen = new Map<number, { readonly minuteOfWeek: number; readonly offset: number }>()
  return (instant: number) => {
    const at = Math.floor(instant / minute) * minute
    const known = seen.get(at)
    if (known !== undefined) return known
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    const minuteOfWeek = days.indexOf(parts.get('weekday') ?? '') * 1440 + part('hour') * 60 + part('minute')
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
    const found = { minuteOfWeek, offset: local - at }
    seen.set(at, found)
    return found
  }
}

function changesOf(zone: string, year: number): number[] {
  const found: number[] = []
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + 1, 0); at += day) {
    let [before, after] = [at, at + day]
    if (getWallOffset(zone, before) === getWallOffset(zone, after)) continue
    while (after - before > minute) {
      const middle = Math.floor((before + after) / 2 / minute) * minute
      if (getWallOffset(zone, middle) === getWallOffset(zone, after)) after = middle
      else before = middle
    }
    found.push(after)
  }
  return found.length > 0 ? found : [Date.UTC(year, 6)]
}
