import { ApiError, type CallInput, type Client, createClient, fieldFaults, NetworkError } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env

type Form = CallInput<'create_contact'>['body']

/** Sends a form and returns what to write next to its fields; under '' what concerns the whole. */
async function submit(client: Client, form: Form): Promise<Map<string, string[]>> {
  try {
    await client.call('create_contact', { body: form })
    return new Map()
  } catch (error) {
    if (error instanceof NetworkError) return new Map([['', [error.message]]])
    if (error instanceof ApiError && error.status < 500) return fieldFaults(error)
    throw error
  }
}

const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN, language: () => 'pl' })
for (const [field, messages] of await submit(client, { name: '' })) console.log(`${field}: ${messages.join(' ')}`)
