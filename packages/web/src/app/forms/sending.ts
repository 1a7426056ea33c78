import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type Client, createClient, type OutgoingRequest } from '@wachta/client'
import { useState } from 'react'
import { client, clientOptions } from '../client/client.ts'

type SendingSettings<Data, Given> = Omit<UseMutationOptions<Data, Error, Given>, 'mutationFn' | 'onMutate'>

/** The action of a form. It uses the given client, so that its requests can also be recorded without being sent. */
interface SendingOptions<Data, Given> extends SendingSettings<Data, Given> {
  readonly send: (client: Client, given: Given) => Promise<Data>
}

export type SendMutation<Data, Given> = UseMutationResult<Data, Error, Given> & {
  /** Returns the requests that would be sent. */
  readonly requests: (given: Given) => Promise<readonly OutgoingRequest[]>
}

export function useSending<Data = unknown, Given = void>({
  send,
  onSuccess,
  ...options
}: SendingOptions<Data, Given>): SendMutation<Data, Given> {
  const mutation = useMutation({
    ...options,
    mutationFn: (given: Given) => send(client, given),
    // The form may change while a request is under way: keep the `onSuccess` of the form as it was sent.
    onMutate: () => ({ onSuccess }),
    onSuccess: (...result) => result[2].onSuccess?.(...result),
  })
  return { ...mutation, requests: (given) => collectRequests((recorder) => send(recorder, given)) }
}

/** An action of several requests. It notes in `progress` what is done, so that a retry does only the rest. */
interface ResumableOptions<Data, Progress> extends SendingSettings<Data, void> {
  readonly initialProgress: () => Progress
  readonly send: (client: Client, progress: Progress) => Promise<Data>
}

/** Like `useSending`, for an action that can fail half-way. */
export function useResumableSending<Data, Progress>({
  initialProgress,
  send,
  ...options
}: ResumableOptions<Data, Progress>): SendMutation<Data, void> {
  const [progress] = useState(initialProgress)
  const mutation = useSending<Data>({ ...options, send: (sender) => send(sender, progress) })
  // Recorded requests are not sent, so the progress must not change: `send` gets a copy of it.
  return { ...mutation, requests: () => collectRequests((recorder) => send(recorder, structuredClone(progress))) }
}

/**
 * Returns the requests of an action without sending them. Reads are really sent, because they change nothing; changes
 * are only recorded, and answered with a placeholder for the id that the API would assign.
 */
export async function collectRequests(act: (client: Client) => Promise<unknown>): Promise<readonly OutgoingRequest[]> {
  const recordedRequests: OutgoingRequest[] = []
  const recordingFetch: typeof fetch = async (input, init) => {
    if (init?.method === 'GET') return clientOptions.fetch(input, init)
    const { method = 'POST', body } = init ?? {}
    recordedRequests.push({ method, url: String(input), ...(typeof body === 'string' && { body }) })
    return Response.json({ id: 'ID' })
  }
  await act(createClient({ ...clientOptions, baseUrl: `${location.origin}/v3`, fetch: recordingFetch, retry: false }))
  return recordedRequests
}
