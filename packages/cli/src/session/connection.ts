import { readFile } from 'node:fs/promises'
import { type Client, createClient, signIn } from '@wachta/client'
import { CommandError, type Invocation } from '../frame/command.ts'
import { parseApiUrl } from './address.ts'
import { explainSignIn } from './explain.ts'
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
  const { url, token, fetch: send } = await readCliCredentials({ environment, stopping })
  return createClient({ baseUrl: url, token: () => token, fetch: send, language: () => language, signal: stopping })
}

/** The URL of the API, and the token of a session, an API key or an application. */
export interface CliCredentials {
  readonly url: string
  readonly token: string
  /** Sends requests, and refreshes a token that would expire while the command runs. */
  readonly fetch: typeof fetch
}

export async function readCliCredentials({
  environment,
  stopping,
}: Pick<Invocation, 'environment' | 'stopping'>): Promise<CliCredentials> {
  const credentials = (await signInForCommand(environment, stopping)) ?? (await readCredentials(environment))
  if (!('refreshToken' in credentials)) return { ...credentials, fetch }
  let tokens = await ensureFreshTokens(environment, credentials, stopping)
  return {
    ...tokens,
    fetch: async (input, init) => {
      tokens = await ensureFreshTokens(environment, tokens, stopping)
      const headers = new Headers(init?.headers)
      headers.set('authorization', `Bearer ${tokens.token}`)
      return fetch(input, { ...init, headers })
    },
  }
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

/** Long enough for any command; the session is not signed out afterwards. */
const commandSessionSeconds = 300

/**
 * WACHTA_USERNAME and WACHTA_PASSWORD_FILE sign in for one command, for containers, which cannot store a session.
 */
async function signInForCommand(environment: NodeJS.ProcessEnv, signal: AbortSignal) {
  const { WACHTA_URL, WACHTA_TOKEN, WACHTA_USERNAME: username, WACHTA_PASSWORD_FILE: file } = environment
  if (WACHTA_TOKEN || !WACHTA_URL || !username || !file) return undefined
  const url = parseApiUrl(WACHTA_URL, { insecure: true })
  const password = (await readFile(file, 'utf8')).trimEnd()
  const client = createClient({ baseUrl: url, signal })
  const session = await signIn(client, {
    ...{ username, password, scope: 'customer', client_id: 'wachta-command', timeout: commandSessionSeconds },
  }).catch((error: unknown) => {
    throw explainSignIn(error)
  })
  if (session.isVerified) return { url, token: session.token }
  throw new CommandError({
    en: `${username} needs a one-time code. Use: wachta sign-in`,
    pl: `${username} wymaga kodu jednorazowego. Użyj: wachta sign-in`,
  })
}
