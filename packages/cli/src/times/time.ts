import { CommandError, exitCodes } from '../frame/command.ts'

const units = { s: 1, min: 60, m: 60, h: 3600, d: 86_400, w: 604_800 } as const
const durationPattern = /^(\d{1,6})(s|min|m|h|d|w)$/
const timePattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/

/** Parses `2h` (ago), `2026-11-15`, `2026-11-15 03:00` in local time or with an offset, and `now`. */
export function parseTime(text: string, now: Date): Date {
  if (text === 'now') return now
  const [, count, unit] = durationPattern.exec(text) ?? []
  if (count !== undefined) return new Date(now.getTime() - Number(count) * units[unit as keyof typeof units] * 1000)
  const [, day, minutes = '00:00', seconds = ':00', offset = ''] = timePattern.exec(text) ?? []
  const time = new Date(`${day}T${minutes}${seconds}${offset}`)
  // `Date` turns 30 February into 2 March; the offset may move the day by one.
  const noon = new Date(`${day}T12:00:00Z`)
  if (day !== undefined && !Number.isNaN(time.getTime()) && noon.toISOString().startsWith(day)) return time
  throw new CommandError(
    {
      en: `"${text}" is not a valid time. Write 2026-11-15, "2026-11-15 03:00", 2026-11-15T03:00Z, or 2h for two hours ago.`,
      pl: `„${text}” nie jest poprawnym czasem. Zapisz 2026-11-15, "2026-11-15 03:00", 2026-11-15T03:00Z albo 2h, czyli dwie godziny temu.`,
    },
    { exitCode: exitCodes.usage },
  )
}

/** Parses `90s`, `15min`, `1h` or `1d` to seconds. */
export function parseDuration(text: string): number {
  const [, count, unit] = durationPattern.exec(text) ?? []
  if (count !== undefined) return Number(count) * units[unit as keyof typeof units]
  throw new CommandError(
    {
      en: `"${text}" is not a valid duration. Write 90s, 15min, 1h, 1d or 1w.`,
      pl: `„${text}” nie jest poprawnym czasem trwania. Zapisz 90s, 15min, 1h, 1d albo 1w.`,
    },
    { exitCode: exitCodes.usage },
  )
}

/** Like `parseTime`, but a duration lies in the future: `90d` is in ninety days. */
export function parseFutureTime(text: string, now: Date): Date {
  const time = parseTime(text, now)
  return durationPattern.test(text) ? new Date(2 * now.getTime() - time.getTime()) : time
}

/** The format of the API: to the second, in UTC. */
export const toApiTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

/** Waits until the time is over or the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal.addEventListener('abort', finish)
    if (signal.aborted) finish()
  })
}
