import { Logger } from 'graphile-worker'

/** What the queue needs of a log; the process's own log will do. */
export interface QueueLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const levels = { error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const

/**
 * Lets the queue write into our log. It says every start and end of a job at a level where people would look for news, so
 * its information becomes debugging; and what it adds to a line includes whole jobs, which stay out. It also warns of more
 * jobs than connections, which is what we want: they wait for providers most of the time.
 */
export const queueLogger = (log: QueueLog): Logger =>
  new Logger(
    ({ jobId }) =>
      (level, message) =>
        log[level === 'info' || message.includes('maxPoolSize') ? 'debug' : levels[level]](
          { ...(jobId !== undefined && { jobId }) },
          message,
        ),
  )
