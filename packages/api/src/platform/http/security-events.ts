import { ApiError, type Operation } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import type { SecurityEvent, SecurityEventType } from '../authentication/security-log.ts'

/** The errors that say that somebody tried what they may not. */
const types: Readonly<Record<string, SecurityEventType>> = {
  wrong_credentials: 'sign_in_failed',
  wrong_code: 'code_failed',
  wrong_password: 'password_failed',
  too_many_attempts: 'throttled',
  address_not_allowed: 'address_rejected',
  account_blocked: 'account_rejected',
  account_not_activated: 'account_rejected',
  invalid_session: 'session_rejected',
  forbidden: 'access_denied',
  administrator_only: 'access_denied',
  administrator_scope_refused: 'access_denied',
  observer_only_reads: 'access_denied',
  step_up_required: 'step_up_missing',
  cross_site_request: 'cross_site',
}

/** What a rejected request is noted as; undefined where it is an ordinary mistake. */
export function eventOfError(error: unknown): SecurityEventType | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.violations.map(({ symbol }) => types[symbol]).find((type) => type !== undefined)
}

/** Whose account a request without a session is about: the user name in the body of a sign-in, or in Basic. */
export function namedBy({ id }: Operation, { headers, body }: FastifyRequest): Pick<SecurityEvent, 'username'> {
  const [scheme = '', encoded = ''] = (headers.authorization ?? '').split(' ', 2)
  const name =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0]
      : signingIn.has(id) && body instanceof Buffer
        ? usernameIn(body)
        : undefined
  return name !== undefined && /^[A-Za-z0-9@_.-]{1,128}$/.test(name) ? { username: name } : {}
}

const signingIn = new Set(['create_session', 'create_auth_token', 'initialize_password_reset'])

function usernameIn(body: Buffer): string | undefined {
  if (body.length > 10_000) return undefined
  try {
    const { username } = JSON.parse(body.toString('utf8')) as { username?: unknown }
    return typeof username === 'string' ? username : undefined
  } catch {
    return undefined
  }
}
