import { ApiError, type Client } from '@wachta/client'

/** The values of the form for a new contact; empty addresses are left out. */
export interface NewContactValues {
  readonly name: string
  readonly language_id: string
  readonly email: string
  readonly phone: string
}

/** The objects that were created already, so that a retry after an error creates nothing twice. */
export interface MadeContact {
  contact?: { readonly id: number; readonly name: string; readonly language_id: string }
  email?: MadeAddress
  phone?: MadeAddress
}

interface MadeAddress {
  readonly id: number
  readonly address: string
}

export const newContactFields = ['name', 'language_id', 'email', 'phone'] as const

const channelsByKind = { email: 'email', phone: 'sms' } as const
type AddressField = keyof typeof channelsByKind

/** Creates a contact with its addresses and returns its id. The API itself sends the link that confirms an e-mail address. */
export async function createContact(via: Client, values: NewContactValues, made: MadeContact): Promise<number> {
  const name = values.name.trim()
  const { language_id } = values
  if (!made.contact)
    made.contact = { ...(await via.call('create_contact', { body: { name, language_id } })), name, language_id }
  else if (made.contact.name !== name || made.contact.language_id !== language_id) {
    await via.call('update_contact', { path: { _id: made.contact.id }, body: { name, language_id } })
    made.contact = { ...made.contact, name, language_id }
  }
  for (const field of ['email', 'phone'] as const)
    await keepAddress(via, { field, address: values[field].trim() }, made)
  return made.contact.id
}

async function keepAddress(
  via: Client,
  { field, address }: { readonly field: AddressField; readonly address: string },
  made: MadeContact,
): Promise<void> {
  const known = made[field]
  if ((known?.address ?? '') === address) return
  try {
    if (known && address === '') {
      await via.call('delete_contact_address', { path: { _id: known.id } })
      delete made[field]
    } else if (known) {
      await via.call('update_contact_address', { path: { _id: known.id }, body: { address } })
      made[field] = { id: known.id, address }
    } else {
      const body = { contact_id: made.contact?.id ?? 0, channel_id: channelsByKind[field], address }
      made[field] = { ...(await via.call('create_contact_address', { body })), address }
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
