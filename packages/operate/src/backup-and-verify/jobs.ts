import { CommandError, exitCodes } from '@wachta/cli'

const maxJobs = 32

/** Validates the number of tables that are processed in parallel; each needs a connection. */
export function validateJobs(given: number): number {
  if (Number.isInteger(given) && given >= 1 && given <= maxJobs) return given
  throw new CommandError(
    { en: `--jobs must be an integer from 1 to ${maxJobs}.`, pl: `--jobs to liczba całkowita od 1 do ${maxJobs}.` },
    { exitCode: exitCodes.usage },
  )
}
