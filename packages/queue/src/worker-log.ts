import { Logger } from 'graphile-worker'

/** What a worker needs of a log; the log of the process has it. */
export interface WorkerLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const

/**
 * Writes the library's lines into our log. It reports every start and end of a job as information, which becomes debugging.
 * The details it adds contain whole jobs, with addresses in them, so only the id is kept. Its warning about more jobs than
 * connections does not apply: jobs wait for providers most of the time.
 */
export const createLibraryLogger = (log: WorkerLog): Logger =>
  new Logger(({ jobId }) => (level, message) => {
    const ourLevel = message.includes('maxPoolSize') ? 'debug' : levels[level]
    log[ourLevel]({ ...(jobId !== undefined && { jobId }) }, message)
  })
