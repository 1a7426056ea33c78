import { Logger } from 'graphile-worker'

/** The methods of the process log that a worker uses. */
export interface WorkerLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'debug' } as const

/**
 * Writes the library's log lines to our log. The library logs every start and end of a job at level info, which we
 * lower to debug. Its log details contain whole jobs, including addresses, so only the id is kept. Its warning about
 * more jobs than connections does not apply, because jobs wait for providers most of the time.
 */
export const createLibraryLogger = (log: WorkerLog): Logger =>
  new Logger(({ jobId }) => (level, message) => {
    const ourLevel = message.includes('maxPoolSize') ? 'debug' : levels[level]
    log[ourLevel]({ ...(jobId !== undefined && { jobId }) }, message)
  })
