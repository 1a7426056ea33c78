/** From `start` to `end` in epoch milliseconds, without `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One report: a time zone, a period, and an accounting method. Its services are in a separate group. */
export interface Case {
  readonly name: string
  readonly zone: string
  readonly zoneId: string
  readonly language: 'en' | 'pl'
  readonly period: Span
  readonly target: number | null
  readonly method: Readonly<Record<string, unknown>>
}

const createWindow = (day: number, from: number, to: number, minute = 0) => ({
  start_minute: { day_of_week: day, hour: from, minute },
  end_minute: { day_of_week: day, hour: to, minute },
})

/** In March, clocks go forward in the north; in April, those of Lord Howe go back by half an hour. */
const caseTemplates: readonly (Omit<Case, 'period' | 'zoneId'> & { readonly shift?: Span })[] = [
  { name: 'Plain', zone: 'Europe/Warsaw', language: 'pl', target: 99.9, method: {} },
  { name: 'Strict', zone: 'Asia/Kolkata', language: 'en', target: 99.5, method: { unknown: true, paused: true } },
  {
    name: 'Office',
    zone: 'Asia/Kathmandu',
    language: 'en',
    target: null,
    method: { business_hours: [1, 2, 3, 4, 5].map((day) => createWindow(day, 8, 16, 45)) },
  },
  { name: 'Quiet', zone: 'Australia/Lord_Howe', language: 'en', target: 99, method: { suspended: false } },
  {
    name: 'Raw',
    zone: 'America/St_Johns',
    language: 'en',
    target: 99.9,
    method: { corrected: false, business_hours: [createWindow(7, 1, 4), createWindow(6, 22, 2)] },
    // The period has neither whole days nor whole minutes.
    shift: { start: 37_043_000, end: -4_621_000 },
  },
  {
    name: 'Nights',
    zone: 'Europe/Warsaw',
    language: 'en',
    target: 98,
    method: { unknown: true, business_hours: [createWindow(1, 22, 5)] },
  },
]

/** The period of each report starts and ends at a local midnight, plus the shift if there is one. */
export const makeCases = (first: string, last: string): Case[] =>
  caseTemplates.map(({ shift = { start: 0, end: 0 }, ...one }) => ({
    ...one,
    zoneId: one.zone.toLowerCase().replaceAll(/[^a-z]/g, '_'),
    period: { start: localMidnight(one.zone, first) + shift.start, end: localMidnight(one.zone, last) + shift.end },
  }))

/** Returns the instant at which clocks in the zone show 0:00 of the day. */
function localMidnight(timeZone: string, date: string): number {
  const wanted = Date.parse(`${date}T00:00:00Z`)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const readClock = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`)
  let time = wanted
  // Twice, because the first guess may use the offset from the other side of a clock change.
  for (let round = 0; round < 2; round += 1) time += wanted - readClock(time)
  return time
}
