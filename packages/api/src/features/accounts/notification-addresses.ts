import { type Call, rejectAny, type Values } from '@wachta/resource'
import { sql } from 'kysely'
import {
  type Destination,
  findDestinationViolations,
  queueConsentRequest,
  rejectNumbersBeyondPackage,
} from '../contacts/addresses.ts'

/** Adds the e-mail address and phone number of the holder of a new account to its default group. */
export async function addHolderAddresses(accountId: number, holder: Values, call: Call): Promise<void> {
  const destinations = toDestinations(holder)
  const violations = await Promise.all(destinations.map((each) => findDestinationViolations(each, accountId, call)))
  rejectAny(violations.flat())
  for (const destination of destinations) await addAddress(accountId, destination, call)
}

async function addAddress(accountId: number, destination: Destination, call: Call): Promise<void> {
  const [after] = await call.db.query(sql<
    Values & { id: number }
  >`insert into notification_address (group_id, notification_channel_id, address)
select id, ${destination.channelId}, ${destination.address} from service_group where owner_id = ${accountId} and is_default
returning id, address, notification_channel_id, group_id, description, owner_id`)
  if (!after) throw new Error(`account ${accountId} has no default group`)
  await rejectNumbersBeyondPackage(destination, accountId, call)
  await queueConsentRequest(destination, accountId, call)
  await call.record({ resource: 'notification_address', id: after.id, accountId, before: null, after })
}

/** Returns the destinations of the holder. Phone numbers of accounts may contain more spaces than SMS addresses. */
function toDestinations({ email_address, phone_number }: Values): Destination[] {
  const number = String(phone_number ?? '')
    .replace(/ +/g, ' ')
    .trim()
  const toDestination = (channelId: string, address: string, field: string): Destination => ({
    channelId,
    address,
    fields: { channel: 'data.create_notification_addresses', address: field },
  })
  return [
    toDestination('email', String(email_address), 'data.email_address'),
    ...(number === '' ? [] : [toDestination('sms', number, 'data.phone_number')]),
  ]
}
