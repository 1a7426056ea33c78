import { readFile } from 'node:fs/promises'
import { type Client, createClient, signIn } from '@wachta/client'
import { CommandError, type Invocation } from '../frame/command.ts'
import { parseApiUrl } from './address.ts'
import { AccessEndedError, explainSignIn } from './explain.ts'
import { ensureFreshTokens } from './oauth.ts'
import { readSession } from './session-file.ts'

/**
 * Returns an API client with the credentials of the environment or of the stored session, in the language of the
 * terminal. Ctrl-C aborts its requests.
 */
export async function connectCli({
  environment,
  language,
  stopping,
}: Pick<Invocation, 'environment' | 'language' | 'stopping'>): Promise<Client> {
  const { url, token, fetch: send } = await readCliCredentials({ environment, language, stopping })
  return createClient({ baseUrl: url, token: () => token, fetch: send, language: () => language, signal: stopping })
}

/** The URL of the API, and the token of a session, an API key or an application. */
export interface CliCredentials {
  readonly url: string
  readonly token: string
  /** Sends requests, and replaces a token that expires while the command runs. */
  readonly fetch: typeof fetch
}

export async function readCliCredentials(
  invocation: Pick<Invocation, 'environment' | 'language' | 'stopping'>,
): Promise<CliCredentials> {
  const { environment, stopping } = invocation
  const credentials = (await signInForCommand(invocation)) ?? (await readCredentials(environment))
  if ('fetch' in credentials) return credentials
  if (!('refreshToken' in credentials)) return { ...credentials, fetch }
  let tokens = await ensureFreshTokens(environment, credentials, stopping)
  return {
    ...tokens,
    fetch: async (...request) => {
      tokens = await ensureFreshTokens(environment, tokens, stopping)
      return sendWithToken(tokens.token, request)
    },
  }
}

function sendWithToken(token: string, [input, init]: Parameters<typeof fetch>): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${token}`)
  return fetch(input, { ...init, headers })
}

/** WACHTA_URL and WACHTA_TOKEN take precedence over the session that `sign-in` stored. */
async function readCredentials(environment: NodeJS.ProcessEnv) {
  const { WACHTA_URL, WACHTA_TOKEN } = environment
  if (WACHTA_TOKEN && !WACHTA_URL)
    throw new CommandError({
      en: 'WACHTA_TOKEN is set, but not WACHTA_URL. Set both.',
      pl: 'Ustawiono WACHTA_TOKEN bez WACHTA_URL. Ustaw obie zmienne.',
    })
  // Plain http is allowed here, because WACHTA_URL names it explicitly.
  if (WACHTA_URL && WACHTA_TOKEN) return { url: parseApiUrl(WACHTA_URL, { insecure: true }), token: WACHTA_TOKEN }
  const session = await readSession(environment)
  if (session) return session
  throw new CommandError({
    en: 'You are not signed in. Use: wachta sign-in --url https://wachta.example.com',
    pl: 'Nie jesteś zalogowany(-a). Użyj: wachta sign-in --url https://wachta.example.com',
  })
}

/** The idle time after which the session of one command ends; the command does not sign it out. */
const commandSessionSeconds = 300

/**
 * WACHTA_USERNAME and WACHTA_PASSWORD_FILE sign in for one command, for containers, which cannot store a session.
 */
async function signInForCommand({
  environment,
  language,
  stopping,
}: Pick<Invocation, 'environment' | 'language' | 'stopping'>): Promise<CliCredentials | undefined> {
  const { WACHTA_URL, WACHTA_TOKEN, WACHTA_USERNAME: username, WACHTA_PASSWORD_FILE: file } = environment
  if (WACHTA_TOKEN || !WACHTA_URL || !username || !file) return undefined
  const url = parseApiUrl(WACHTA_URL, { insecure: true })
  const client = createClient({ baseUrl: url, language: () => language, signal: stopping })
  const startSession = async () => startCommandSession(client, username, (await readFile(file, 'utf8')).trimEnd())
  const token = await startSession().catch((error: unknown) => {
    throw explainSignIn(error)
  })
  return { url, token, fetch: createSessionFetch(token, startSession) }
}

/** Creates a session and returns its token. */
async function startCommandSession(client: Client, username: string, password: string): Promise<string> {
  const session = await signIn(client, {
    ...{ username, password, scope: 'customer', client_id: 'wachta-command', timeout: commandSessionSeconds },
  })
  if (session.isVerified) return session.token
  throw new AccessEndedError({
    en: `${username} needs a one-time code. Use: wachta sign-in`,
    pl: `${username} wymaga kodu jednorazowego. Użyj: wachta sign-in`,
  })
}

/** Starts another session when one has ended, because a command such as `watch` may be idle for longer. */
function createSessionFetch(firstToken: string, startSession: () => Promise<string>): typeof fetch {
  let token = firstToken
  let nextToken: Promise<string> | undefined
  return async (...request) => {
    const usedToken = token
    const response = await sendWithToken(usedToken, request)
    if (response.status !== 401) return response
    await response.body?.cancel()
    if (token === usedToken) {
      // Requests that are rejected at the same time wait for the same session.
      nextToken ??= startSession().finally(() => {
        nextToken = undefined
      })
      token = await nextToken
    }
    return sendWithToken(token, request)
  }
}
