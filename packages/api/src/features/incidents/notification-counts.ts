import { value } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'

const count = Type.Integer({ minimum: 0 })

/** The field with the number of notifications by status. */
export const defineNotificationCounts = (description: string) =>
  value(Type.Object({ sent: count, pending: count, failed: count, suppressed: count }, { description }))

/** Counts the notifications `n` of a from-clause by status. */
export const countNotifications = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`(select json_build_object(
  'sent', count(*) filter (where n.status = 'sent'), 'pending', count(*) filter (where n.status = 'pending'),
  'failed', count(*) filter (where n.status = 'failed'), 'suppressed', count(*) filter (where n.status = 'suppressed'))
from ${from})`
