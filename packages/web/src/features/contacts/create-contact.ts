import { ApiError, type Client } from '@wachta/client'

/** The values of the form for a new contact; empty addresses are left out. */
export interface NewContactValues {
  readonly name: string
  readonly language_id: string
  readonly email: string
  readonly phone: string
}

/** The objects that already exist, so that a retry after an error does not create them again. */
export interface CreatedContact {
  contact?: { readonly id: number; readonly name: string; readonly language_id: string }
  email?: CreatedAddress
  phone?: CreatedAddress
}

interface CreatedAddress {
  readonly id: number
  readonly address: string
}

export const newContactFields = ['name', 'language_id', 'email', 'phone'] as const

const channelsByKind = { email: 'email', phone: 'sms' } as const
type AddressField = keyof typeof channelsByKind

/** Creates a contact with its addresses and returns its id. The API sends the link that verifies an e-mail address. */
export async function createContact(
  client: Client,
  values: NewContactValues,
  created: CreatedContact,
): Promise<number> {
  const name = values.name.trim()
  const { language_id } = values
  if (!created.contact)
    created.contact = { ...(await client.call('create_contact', { body: { name, language_id } })), name, language_id }
  else if (created.contact.name !== name || created.contact.language_id !== language_id) {
    await client.call('update_contact', { path: { _id: created.contact.id }, body: { name, language_id } })
    created.contact = { ...created.contact, name, language_id }
  }
  for (const field of ['email', 'phone'] as const)
    await saveAddress(client, { field, address: values[field].trim() }, created)
  return created.contact.id
}

async function saveAddress(
  client: Client,
  { field, address }: { readonly field: AddressField; readonly address: string },
  created: CreatedContact,
): Promise<void> {
  const existing = created[field]
  if ((existing?.address ?? '') === address) return
  try {
    if (existing && address === '') {
      await client.call('delete_contact_address', { path: { _id: existing.id } })
      delete created[field]
    } else if (existing) {
      await client.call('update_contact_address', { path: { _id: existing.id }, body: { address } })
      created[field] = { id: existing.id, address }
    } else {
      const body = { contact_id: created.contact?.id ?? 0, channel_id: channelsByKind[field], address }
      created[field] = { ...(await client.call('create_contact_address', { body })), address }
    }
  } catch (error) {
    throw moveErrors(error, field)
  }
}

/** Moves the errors of an address to the field of the form, because both fields are an `address` in the API. */
function moveErrors(error: unknown, field: AddressField): unknown {
  if (!(error instanceof ApiError)) return error
  const { status, errors, retryAfter, requestId } = error
  return new ApiError({
    status,
    retryAfter,
    requestId,
    errors: errors.map((each) => (each.field === undefined ? each : { ...each, field })),
  })
}
