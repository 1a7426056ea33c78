import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type Client, createClient, type OutgoingRequest } from '@wachta/client'
import { client, clientOptions } from '../client/client.ts'

/** What a form does: sends something through the client it is given, so that it can also be rehearsed. */
interface SendingOptions<Data, Given> extends Omit<UseMutationOptions<Data, Error, Given>, 'mutationFn'> {
  readonly send: (via: Client, given: Given) => Promise<Data>
}

export type Sending<Data, Given> = UseMutationResult<Data, Error, Given> & {
  /** What would be sent. */
  readonly requests: (given: Given) => Promise<readonly OutgoingRequest[]>
}

export function useSending<Data = unknown, Given = void>({
  send,
  ...options
}: SendingOptions<Data, Given>): Sending<Data, Given> {
  const mutation = useMutation({ ...options, mutationFn: (given: Given) => send(client, given) })
  return { ...mutation, requests: (given) => rehearsed((via) => send(via, given)) }
}

/**
 * What would be sent, without sending it. Questions are asked in earnest, for they change nothing; whatever is changed is
 * written down, and answered with a word that stands for the number which only the API could give.
 */
export async function rehearsed(act: (via: Client) => Promise<unknown>): Promise<readonly OutgoingRequest[]> {
  const written: OutgoingRequest[] = []
  const note: typeof fetch = async (input, init) => {
    if (init?.method === 'GET') return clientOptions.fetch(input, init)
    const { method = 'POST', body } = init ?? {}
    written.push({ method, address: String(input), ...(typeof body === 'string' && { body }) })
    return Response.json({ id: 'ID' })
  }
  await act(createClient({ ...clientOptions, baseUrl: `${location.origin}/v3`, fetch: note, retry: false }))
  return written
}
