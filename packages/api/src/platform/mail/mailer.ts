import { jobNames, startWorker, type WorkerOptions } from '@wachta/queue'
import type { MailTask } from './deliver.ts'

/**
 * How long a mailer without heartbeats keeps a job before it counts as dead and another mailer sends the e-mail. During
 * an upgrade, mailers of earlier versions, which send no heartbeats, run beside this one. Sending ends within a minute
 * (see the transport), so five minutes leave no doubt.
 */
const graceMs = 300_000

export interface MailerOptions extends Pick<WorkerOptions, 'database' | 'heartbeats' | 'log' | 'restartAfterMs'> {
  readonly task: MailTask
}

/** Sends queued e-mails until it is disposed of; those that are being sent are then finished first. */
export const startMailer = ({ task, ...options }: MailerOptions): AsyncDisposable =>
  startWorker({ ...options, tasks: { [jobNames.mail]: task }, concurrency: 2, graceMs, keepsLocksOnFailure: true })
