import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { findNoLinkReason } from '../../platform/mail/recipient.ts'

/** Asks recipients of a template for consent if they have not agreed to messages of the account yet. */
export async function queueConsentRequests(template: number, { db, now }: Call): Promise<void> {
  const rows = await db.query(sql<{
    accountId: number
    to: string
  }>`select owner_id as "accountId", unnest(recipients) as "to"
from report_template where id = ${template}`)
  for (const recipient of rows)
    if ((await findNoLinkReason(db, recipient, now)) === undefined)
      await enqueueMail(db, { kind: 'recipient', ...recipient })
}
