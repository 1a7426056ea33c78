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
  fetch: fetchWithStepUp,
}
export const client = createClient(clientOptions)

/**
 * Ends the local session when the API rejects its token, unless a new session has started since the request was sent.
 */
async function fetchAndCheckSession(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const sent = new Headers(request[1]?.headers).get('authorization')
  if (response.status === 401 && sent === `Bearer ${session.token()}`) session.end('expired')
  return response
}

/** If a request needs a step-up, opens the dialog for it and sends the request again. */
async function fetchWithStepUp(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetchAndCheckSession(...request)
  if (response.status !== 403 || !(await needsStepUp(response.clone()))) return response
  return (await stepUp.ask()) ? fetchAndCheckSession(...request) : response
}

async function needsStepUp(response: Response): Promise<boolean> {
  const errors: unknown = await response.json().catch(() => null)
  return Array.isArray(errors) && errors.some((each: { error?: unknown }) => each.error === 'step_up_required')
}

function noteNetworkError(error: unknown): void {
  if (error instanceof NetworkError) connection.markOffline()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteNetworkError, onSuccess: connection.markOnline }),
  mutationCache: new MutationCache({ onError: noteNetworkError, onSuccess: connection.markOnline }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The API client itself retries requests if a retry can help.
      retry: false,
      // Keep data on the screen while it is refetched, and while the API is unreachable.
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
