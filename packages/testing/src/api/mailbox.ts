import { createMailTask } from '@wachta/api/src/platform/mail/deliver.ts'
import type { AccountMail } from '@wachta/api/src/platform/mail/transport.ts'
import type { Database } from '@wachta/database'
import { jobNames, type MailRequest } from '@wachta/queue'
import { takeJobs } from '@wachta/testing/jobs'

export type SentMail = AccountMail

/** Sends queued mails into memory: a test needs only their text and links. */
export async function sendQueuedMails(database: Database): Promise<SentMail[]> {
  const sent: SentMail[] = []
  const transport = { send: async (mail: AccountMail) => void sent.push(mail) }
  const task = createMailTask({ database, transport, publicUrl: 'https://wachta.test', now: () => new Date() })
  const jobs = await takeJobs<MailRequest>(database, jobNames.mail)
  for (const { id, created_at, payload } of jobs) await task(payload, { id: String(id), createdAt: created_at })
  return sent
}

/** Returns the token in the link of a mail. */
export const findToken = ({ text }: SentMail): string => /[?&]token=([0-9a-f]{32})/.exec(text)?.[1] ?? ''
