import type { Client } from '@wachta/client'
import { toWireTime } from '../../app/client/wire-time.ts'

/** Addresses of contacts or of legacy notifications; both are verified and tested in the same way. */
export type AddressKind = 'contact_address' | 'notification_address'

/** An address by kind and id. */
interface AddressRef {
  readonly kind: AddressKind
  readonly id: number
}

/** Sends the verification code to a number, or the verification link to an e-mail address. */
export const sendCode = (client: Client, { kind, id }: AddressRef) =>
  kind === 'contact_address'
    ? client.call('send_contact_address_verification_code', { path: { _id: id } })
    : client.call('send_notification_address_verification_code', { path: { _id: id } })

export const verifyAddress = (client: Client, { kind, id }: AddressRef, code: string) =>
  kind === 'contact_address'
    ? client.call('verify_contact_address', { path: { _id: id }, body: { code } })
    : client.call('verify_notification_address', { path: { _id: id }, body: { code } })

const sendTest = (client: Client, { kind, id }: AddressRef) =>
  kind === 'contact_address'
    ? client.call('send_test_to_contact_address', { path: { _id: id } })
    : client.call('send_test_sms_to_notification_address', { path: { _id: id } })

interface TestedAddress {
  readonly id: number
  readonly address: string
}

const pollIntervalMs = 1500
const timeoutMs = 45_000

/** Sends a test and waits for its result; null if that takes too long. */
export async function sendTestAndWait(client: Client, kind: AddressKind, testedAddress: TestedAddress) {
  const before = (await findLastTest(client, testedAddress))?.id ?? 0
  await sendTest(client, { kind, id: testedAddress.id })
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    const test = await findLastTest(client, testedAddress)
    if (test && test.id > before && test.status !== 'pending') return test
  }
  return null
}

async function findLastTest(client: Client, { id, address }: TestedAddress) {
  const rows = await client.call('list_account_notifications', {
    path: { _account_id: 'my_account' },
    query: {
      from: toWireTime(Date.now() - 600_000),
      to: toWireTime(Date.now() + 600_000),
      status: 'all',
      sort: '-time',
      limit: 100,
    },
  })
  const matchingRows = rows.filter((row) => row.kind === 'test' && row.address_id === id && row.address === address)
  return matchingRows.toSorted((one, other) => other.id - one.id)[0]
}
