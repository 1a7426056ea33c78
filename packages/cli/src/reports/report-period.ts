import { CommandError, exitCodes } from '../frame/command.ts'

const periodPattern = /^(\d{4})(?:-(?:(0[1-9]|1[0-2])|Q([1-4])))?$/

interface ReportRange {
  readonly from: Date
  readonly to: Date
}

/** A month (`2026-10`), a quarter (`2026-Q3`) or a year (`2026`) by the clocks of a time zone. */
export function parsePeriod(text: string, timeZone: string): ReportRange {
  const [, year, month, quarter] = periodPattern.exec(text.toUpperCase()) ?? []
  if (year === undefined) throw createInvalidPeriodError(text)
  const first = quarter === undefined ? Number(month ?? 1) - 1 : (Number(quarter) - 1) * 3
  const months = month === undefined ? (quarter === undefined ? 12 : 3) : 1
  return {
    from: startOfMonth(Number(year), first, timeZone),
    to: startOfMonth(Number(year), first + months, timeZone),
  }
}

const dayMs = 86_400_000

/** The first instant of the month. Clocks may change at midnight, so both offsets around it are tried. */
function startOfMonth(year: number, month: number, timeZone: string): Date {
  const localMidnight = Date.UTC(year, month)
  const candidates = [localMidnight - dayMs, localMidnight + dayMs].map(
    (instant) => localMidnight - getOffsetMs(instant, timeZone),
  )
  const inMonth = candidates.filter((time) => time + getOffsetMs(time, timeZone) >= localMidnight)
  return new Date(Math.min(...inMonth))
}

/** How far the clocks of a zone are ahead of UTC. */
function getOffsetMs(time: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { ...clockFormat, timeZone })
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}

const clockFormat = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const

const createInvalidPeriodError = (text: string): CommandError =>
  new CommandError(
    {
      en: `"${text}" is not a valid period. Write 2026-10, 2026-Q3 or 2026.`,
      pl: `„${text}” nie jest poprawnym okresem. Zapisz 2026-10, 2026-Q3 albo 2026.`,
    },
    { exitCode: exitCodes.usage },
  )
