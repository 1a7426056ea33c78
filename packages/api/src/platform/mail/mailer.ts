import { jobNames, startWorker, type WorkerOptions } from '@wachta/queue'
import type { MailTask } from './deliver.ts'

/**
 * Mailers of earlier versions send no heartbeats, and may run beside this one. No mail takes minutes (see the transport), so
 * one of them that has held a mail for so long is dead.
 */
const graceMs = 300_000

export interface MailerOptions extends Pick<WorkerOptions, 'database' | 'heartbeats' | 'log' | 'restartAfterMs'> {
  readonly task: MailTask
}

/** Sends queued e-mails until it is disposed of; those that are being sent are then finished first. */
export const startMailer = ({ task, ...options }: MailerOptions): AsyncDisposable =>
  startWorker({ ...options, tasks: { [jobNames.mail]: task }, concurrency: 2, graceMs, keepsLocksOnFailure: true })
