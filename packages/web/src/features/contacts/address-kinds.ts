import type { Client } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { wireTimestamp } from '../../app/client/wire-time.ts'

/** Addresses of contacts or of legacy notifications; both are verified and tested in the same way. */
export type AddressKind = 'contact_address' | 'notification_address'

/** An address by kind and id. */
interface AddressRef {
  readonly kind: AddressKind
  readonly id: number
}

export const sendCode = ({ kind, id }: AddressRef) =>
  kind === 'contact_address'
    ? client.call('send_contact_address_verification_code', { path: { _id: id } })
    : client.call('send_notification_address_verification_code', { path: { _id: id } })

export const verify = (via: Client, { kind, id }: AddressRef, code: string) =>
  kind === 'contact_address'
    ? via.call('verify_contact_address', { path: { _id: id }, body: { code } })
    : via.call('verify_notification_address', { path: { _id: id }, body: { code } })

const sendTest = ({ kind, id }: AddressRef) =>
  kind === 'contact_address'
    ? client.call('send_test_to_contact_address', { path: { _id: id } })
    : client.call('send_test_sms_to_notification_address', { path: { _id: id } })

interface TriedAddress {
  readonly id: number
  readonly address: string
}

const every = 1500
const patience = 45_000

/** Sends a test and waits for its result; null if that takes too long. */
export async function tryOut(kind: AddressKind, tried: TriedAddress) {
  const before = (await lastTest(tried))?.id ?? 0
  await sendTest({ kind, id: tried.id })
  const until = Date.now() + patience
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, every))
    const test = await lastTest(tried)
    if (test && test.id > before && test.status !== 'pending') return test
  }
  return null
}

async function lastTest({ id, address }: TriedAddress) {
  const rows = await client.call('list_account_notifications', {
    path: { _account_id: 'my_account' },
    query: {
      from: wireTimestamp(Date.now() - 600_000),
      to: wireTimestamp(Date.now() + 600_000),
      status: 'all',
      sort: '-time',
      limit: 100,
    },
  })
  const own = rows.filter((row) => row.kind === 'test' && row.address_id === id && row.address === address)
  return own.toSorted((one, other) => other.id - one.id)[0]
}
