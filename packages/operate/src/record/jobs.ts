import { CommandError, exitCodes } from '@wachta/cli'

const most = 32

/** How many tables at once: each takes a connection. */
export function readJobs(given: number): number {
  if (Number.isInteger(given) && given >= 1 && given <= most) return given
  throw new CommandError(
    { en: `--jobs is a whole number from 1 to ${most}.`, pl: `--jobs to liczba całkowita od 1 do ${most}.` },
    { exitCode: exitCodes.usage },
  )
}
