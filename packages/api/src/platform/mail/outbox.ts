import { addJobs, jobNames, type MailRequest } from '@wachta/queue'
import type { StatementRunner } from '@wachta/resource'

/**
 * Queues an e-mail in the transaction that causes it: it is sent if the transaction commits, and never if it is rolled
 * back.
 */
export const enqueueMail = (db: StatementRunner, payload: MailRequest): Promise<void> =>
  addJobs(db, [{ name: jobNames.mail, payload }])
