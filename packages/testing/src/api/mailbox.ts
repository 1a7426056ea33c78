import { createMailTask } from '@wachta/api/src/platform/mail/deliver.ts'
import type { Mail } from '@wachta/api/src/platform/mail/transport.ts'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export type Sent = Mail

/** Sends what is queued, into memory: what a test needs is the text and the link, not the road they take. */
export async function sendQueued(database: Database): Promise<Sent[]> {
  const sent: Sent[] = []
  const transport = { send: async (mail: Mail) => void sent.push(mail) }
  const task = createMailTask({ database, transport, publicUrl: 'https://wachta.test', now: () => new Date() })
  const jobs = await database.query(
    sql<{
      id: string
      created_at: Date
      payload: unknown
    }>`delete from graphile_worker._private_jobs
where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail') returning id, created_at, payload`,
  )
  for (const { payload, ...job } of jobs) await task(payload, { job })
  return sent
}

/** The token in the link of a mail. */
export const tokenIn = ({ text }: Sent): string => /[?&]token=([0-9a-f]{32})/.exec(text)?.[1] ?? ''
