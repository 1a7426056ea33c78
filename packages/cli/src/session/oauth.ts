import { CommandError } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { pause } from '../times/time.ts'
import { AccessEndedError, describeReason } from './explain.ts'
import { lockSession, readSession, type StoredTokens, saveSession } from './session-file.ts'

const clientId = 'wachta-command'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
/** An access token is refreshed this long before it expires, so that it does not expire during a request. */
const refreshMarginMs = 60_000
/** How long a refresh may take; less than the time after which another command may take the lock of the session. */
const refreshTimeoutMs = 20_000
/** How much longer to wait between two requests if the installation asks to slow down (RFC 8628, 3.5). */
const slowDownMs = 5_000

/** The code that a person enters in the browser. */
export interface DeviceCode {
  readonly userCode: string
  readonly page: string
  readonly deviceCode: string
  readonly intervalMs: number
  readonly expiresAt: number
}

/**
 * Starts a browser sign-in with all scopes that commands can use; null if the installation is too old to support it.
 */
export async function startDeviceSignIn(url: string, signal: AbortSignal): Promise<DeviceCode | null> {
  const metadata = await send(`${toIssuer(url)}/.well-known/openid-configuration`, { signal })
  if (metadata.status === 404) return null
  const { scopes_supported } = (await readJson(metadata)) as { scopes_supported?: string[] }
  if (!metadata.ok || !Array.isArray(scopes_supported)) throw createNoSignInError(url, metadata.status)
  const answer = await post(
    `${toIssuer(url)}/device_authorization`,
    { scope: selectWidestScopes(scopes_supported).join(' ') },
    signal,
  )
  if (!answer.ok) throw createNoSignInError(url, answer.status)
  const { user_code, verification_uri_complete, device_code, interval = 5, expires_in } = answer.body
  return {
    userCode: String(user_code),
    page: String(verification_uri_complete),
    deviceCode: String(device_code),
    intervalMs: Number(interval) * 1000,
    expiresAt: Date.now() + Number(expires_in) * 1000,
  }
}

/** `write` includes `read`. */
const selectWidestScopes = (supported: readonly string[]): string[] => [
  ...supported.filter(
    (scope) =>
      scope.endsWith(':write') || (scope.endsWith(':read') && !supported.includes(scope.replace(':read', ':write'))),
  ),
  'offline_access',
]

/** Waits until the person has decided, and returns the tokens. An installation that fails meanwhile is asked again. */
export async function awaitTokens(url: string, code: DeviceCode, signal: AbortSignal): Promise<StoredTokens> {
  let { intervalMs } = code
  while (Date.now() < code.expiresAt) {
    await pause(intervalMs, signal)
    signal.throwIfAborted()
    const fields = { grant_type: deviceGrant, device_code: code.deviceCode }
    const answer = await post(`${toIssuer(url)}/token`, fields, signal).catch(skipUnreachable)
    if (answer === undefined || answer.status === 429 || answer.status >= 500) continue
    const { ok, body } = answer
    if (ok) return toStoredTokens(url, body)
    if (body['error'] === 'access_denied')
      throw new CommandError({ en: 'Access was denied in the browser.', pl: 'Odmówiono dostępu w przeglądarce.' })
    if (body['error'] === 'slow_down') intervalMs += slowDownMs
    else if (body['error'] !== 'authorization_pending') break
  }
  throw new CommandError({
    en: 'The code has expired. Run wachta sign-in again.',
    pl: 'Kod wygasł. Uruchom ponownie wachta sign-in.',
  })
}

/** The installation did not answer; `cause` is the error of `fetch`. */
class UnreachableError extends CommandError {}

function skipUnreachable(error: unknown): undefined {
  if (!(error instanceof UnreachableError)) throw error
}

const createNoSignInError = (url: string, status: number): CommandError =>
  new CommandError({
    en: `${url} answered with ${status}, so the browser cannot sign you in now. Try again, or use --password.`,
    pl: `${url} odpowiada ${status}, więc logowanie przez przeglądarkę teraz nie działa. Spróbuj ponownie albo użyj --password.`,
  })

/**
 * Returns tokens that remain valid for a while, and refreshes them if necessary. A refresh token works once and a
 * second use ends the access, so commands that run at the same time wait for each other, and use the tokens that the
 * first one got.
 */
export async function ensureFreshTokens(
  environment: NodeJS.ProcessEnv,
  tokens: StoredTokens,
  signal: AbortSignal,
): Promise<StoredTokens> {
  if (isFresh(tokens)) return tokens
  const unlock = await lockSession(environment, signal)
  try {
    return await refreshTokens(environment, tokens, signal)
  } finally {
    await unlock()
  }
}

async function refreshTokens(
  environment: NodeJS.ProcessEnv,
  tokens: StoredTokens,
  signal: AbortSignal,
): Promise<StoredTokens> {
  const current = await readSession(environment)
  // The user may have signed in to another installation meanwhile, which must not see the tokens of this one.
  const stored = current && 'refreshToken' in current && current.url === tokens.url ? current : undefined
  if (stored && isFresh(stored)) return stored
  const fields = { grant_type: 'refresh_token', refresh_token: (stored ?? tokens).refreshToken }
  const deadline = AbortSignal.timeout(refreshTimeoutMs)
  const { ok, status, body } = await post(
    `${toIssuer(tokens.url)}/token`,
    fields,
    AbortSignal.any([signal, deadline]),
  ).catch((cause: unknown) => {
    throw deadline.aborted && !signal.aborted ? createSilenceError(tokens.url) : cause
  })
  if (!ok || typeof body['access_token'] !== 'string') throw createRefreshError(tokens.url, status)
  const renewed = toStoredTokens(tokens.url, body)
  if (stored) await saveSession(environment, renewed)
  return renewed
}

function createSilenceError(url: string): CommandError {
  const [{ host }, seconds] = [new URL(url), refreshTimeoutMs / 1000]
  return new CommandError({
    en: `${host} did not answer within ${seconds} seconds. You are still signed in; try again later.`,
    pl: `${host} nie odpowiada od ${seconds} sekund. Nadal jesteś zalogowany(-a); spróbuj ponownie później.`,
  })
}

/** Only an answer about the token itself means that the access has ended. */
function createRefreshError(url: string, status: number): CommandError {
  const text: LocalizedText = {
    en: `${url} answered with ${status}. You are still signed in; try again later.`,
    pl: `${url} odpowiada ${status}. Nadal jesteś zalogowany(-a); spróbuj ponownie później.`,
  }
  if (status !== 400 && status !== 401) return new CommandError(text)
  return new AccessEndedError({
    en: 'Your access has ended or was revoked. Sign in again: wachta sign-in.',
    pl: 'Dostęp wygasł lub został odebrany. Zaloguj się ponownie: wachta sign-in.',
  })
}

const isFresh = ({ expiresAt }: StoredTokens): boolean => Date.now() < expiresAt - refreshMarginMs

/** Ends the access at once, for all tokens of this sign-in. */
export async function revokeTokens({ url, refreshToken }: StoredTokens, signal: AbortSignal): Promise<void> {
  const { ok, status } = await post(`${toIssuer(url)}/revoke`, { token: refreshToken }, signal)
  if (ok) return
  throw new CommandError({
    en: `You are still signed in: ${url} answered with ${status}. Try again, or revoke the access under Account → Applications.`,
    pl: `Nadal jesteś zalogowany(-a): ${url} odpowiada ${status}. Spróbuj ponownie albo odbierz dostęp w: Konto → Aplikacje.`,
  })
}

const toIssuer = (url: string): string => url.replace(/\/v\d+$/, '/oauth')

const toStoredTokens = (url: string, body: Readonly<Record<string, unknown>>): StoredTokens => ({
  url,
  token: String(body['access_token']),
  refreshToken: String(body['refresh_token']),
  expiresAt: Date.now() + Number(body['expires_in']) * 1000,
})

type FormFields = Readonly<Record<string, string>>

async function post(endpoint: string, fields: FormFields, signal: AbortSignal) {
  const response = await send(endpoint, {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, ...fields }),
    signal,
  })
  return { ok: response.ok, status: response.status, body: await readJson(response) }
}

/** Returns an empty object if the body is not JSON: a proxy in front may answer with a page. */
const readJson = async (response: Response): Promise<Readonly<Record<string, unknown>>> =>
  ((await response.json().catch(() => null)) ?? {}) as Readonly<Record<string, unknown>>

const send = (endpoint: string, init: RequestInit): Promise<Response> =>
  fetch(endpoint, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted()
    const { host } = new URL(endpoint)
    const reason = describeReason(cause)
    throw new UnreachableError(
      { en: `${host} cannot be reached${reason}.`, pl: `Nie można połączyć się z ${host}${reason}.` },
      { cause },
    )
  })
