/**
 * The expected reports of the schedules. Local days are found by reading the clock of a zone every 15 minutes; no code
 * is shared with the product, and no date library is used.
 */
export const planNames = ['daily', 'weekly', 'monthly', 'quarterly', 'half_yearly', 'yearly'] as const
export type Plan = (typeof planNames)[number]

export interface Period {
  readonly start: number
  readonly end: number
}

const quarterHourMs = 900_000

interface LocalDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Returns the periods of a plan that end after `from` and until `to`. */
export function listPeriods(plan: Plan, zone: string, { from, to }: { from: number; to: number }): Period[] {
  const periodStarts = findDayStarts(zone, from - 400 * 86_400_000, to).filter(({ date }) => startsPeriod[plan](date))
  return periodStarts.flatMap(({ at: end }, index) => {
    const start = periodStarts[index - 1]?.at
    return start !== undefined && end > from && end <= to ? [{ start, end }] : []
  })
}

/** Returns the next local noon, a time at which no clocks are changed. */
export function findNoon(zone: string, instant: number): number {
  const readHour = createHourReader(zone)
  const base = Math.floor(instant / quarterHourMs) * quarterHourMs
  for (let at = base; at < base + 86_400_000; at += quarterHourMs) if (readHour(at) === 12) return at
  throw new Error(`no noon in ${zone}`)
}

const startsPeriod: Readonly<Record<Plan, (date: LocalDay) => boolean>> = {
  daily: () => true,
  weekly: ({ year, month, day }) => new Date(Date.UTC(year, month - 1, day)).getUTCDay() === 1,
  monthly: ({ day }) => day === 1,
  quarterly: ({ month, day }) => day === 1 && [1, 4, 7, 10].includes(month),
  half_yearly: ({ month, day }) => day === 1 && (month === 1 || month === 7),
  yearly: ({ month, day }) => day === 1 && month === 1,
}

interface DayStart {
  readonly at: number
  readonly date: LocalDay
}

const cachedDayStarts = new Map<string, DayStart[]>()

/** Returns the first instants of local days, wherever the date changes: also where midnight is skipped. */
function findDayStarts(zone: string, from: number, to: number): DayStart[] {
  const key = `${zone} ${from} ${to}`
  const found = cachedDayStarts.get(key) ?? scanDayStarts(zone, from, to)
  cachedDayStarts.set(key, found)
  return found
}

function scanDayStarts(zone: string, from: number, to: number): DayStart[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const starts: DayStart[] = []
  let at = Math.floor(from / quarterHourMs) * quarterHourMs
  let previousDate = format.format(at)
  for (at += quarterHourMs; at <= to; at += quarterHourMs) {
    const date = format.format(at)
    if (date === previousDate) continue
    previousDate = date
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
    starts.push({ at, date: { year, month, day } })
  }
  return starts
}

function createHourReader(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' })
  return (instant) => Number(format.format(instant))
}
