import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, createClient, NetworkError } from '@wachta/client'
import { preferences } from '../i18n/preferences.ts'
import { session } from '../session/session.ts'
import { stepUp } from '../session/step-up.ts'
import { connection } from './connection.ts'
import { ShownError } from './shown-error.ts'

/** Client options: the token of the session and the language of the user. */
export const clientOptions = {
  baseUrl: '/v3',
  token: session.token,
  language: () => preferences.get().language,
  fetch: fetchConfirmed,
}
export const client = createClient(clientOptions)

/**
 * Ends the local session when the API rejects its token, unless a new session has started since the request was sent.
 */
async function noticeEnd(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const sent = new Headers(request[1]?.headers).get('authorization')
  if (response.status === 401 && sent === `Bearer ${session.token()}`) session.end('expired')
  return response
}

/** If a request needs a step-up, opens the dialog for it and sends the request again. */
async function fetchConfirmed(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await noticeEnd(...request)
  if (response.status !== 403 || !(await needsStepUp(response.clone()))) return response
  return (await stepUp.ask()) ? noticeEnd(...request) : response
}

async function needsStepUp(response: Response): Promise<boolean> {
  const errors: unknown = await response.json().catch(() => null)
  return Array.isArray(errors) && errors.some((each: { error?: unknown }) => each.error === 'step_up_required')
}

function noticeFailure(error: unknown): void {
  if (error instanceof NetworkError) connection.lost()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeFailure, onSuccess: connection.found }),
  mutationCache: new MutationCache({ onError: noticeFailure, onSuccess: connection.found }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The API client itself retries what is worth retrying.
      retry: false,
      // Keep data on the screen while it is loaded again, and while the API is unreachable.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** The message of an error to show to the user; the API answers in their language. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof ShownError
    ? error.message
    : String(error)
