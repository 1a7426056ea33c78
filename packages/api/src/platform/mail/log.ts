import { Logger } from 'graphile-worker'

/** What the mailer needs of a log; the process's own log will do. */
export interface MailLog {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

const levels = { error: 'error', warning: 'warn', info: 'info', debug: 'debug' } as const

/** Lets the queue write into our log. What it adds to a line includes whole jobs, with addresses in them: that stays out. */
export const queueLogger = (log: MailLog): Logger =>
  new Logger(
    ({ jobId }) =>
      (level, message) =>
        log[levels[level]]({ ...(jobId !== undefined && { jobId }) }, message),
  )
