import { ApiError, type Operation, type OperationAnswer } from '@wachta/resource'
import { type Identity, isUsername } from '../authentication/identity.ts'
import type { SecurityEvent, SecurityEventType } from '../authentication/security-log.ts'
import { rejectCrossSite } from './cross-site.ts'
import type { IncomingRequest, ServerParts } from './server-parts.ts'

/** The errors that are recorded as security events, because the caller tried something that is not allowed. */
const eventTypes: Readonly<Record<string, SecurityEventType>> = {
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

/** A request for an operation, or for a route that is logged like one, such as the MCP server. */
type RecordedRequest = Pick<IncomingRequest, 'request' | 'address'> & {
  readonly operation: Pick<Operation, 'id' | 'method'>
}

type Handle = (onIdentified: (identity: Pick<Identity, 'accountId'>) => void) => Promise<OperationAnswer | undefined>

/** Handles a request. Records it in the security log if one of these errors rejects it, or if it steps up a session. */
export async function recordSecurityEvents(
  { security, now, publicUrl }: Pick<ServerParts, 'security' | 'now' | 'publicUrl'>,
  incoming: RecordedRequest,
  handle: Handle,
): Promise<OperationAnswer | undefined> {
  const { operation, request, address } = incoming
  let accountId: number | undefined
  const record = (type: SecurityEventType | undefined) => {
    if (type === undefined) return
    const account = accountId === undefined ? findUsername(incoming) : { accountId }
    security?.note({ type, address, time: now(), ...account })
  }
  try {
    if (operation.method !== 'GET') rejectCrossSite(request, publicUrl)
    const answer = await handle((identity) => {
      accountId = identity.accountId
    })
    if (stepUps.has(operation.id)) record('step_up')
    return answer
  } catch (error) {
    record(toEventType(error))
    throw error
  }
}

/** Returns the security event of a rejected request; undefined for an ordinary mistake. */
function toEventType(error: unknown): SecurityEventType | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.violations.map(({ symbol }) => eventTypes[symbol]).find((type) => type !== undefined)
}

/** Returns the user name in HTTP Basic, or in the body of a sign-in or password reset. */
function findUsername({ operation, request: { headers, body } }: RecordedRequest): Pick<SecurityEvent, 'username'> {
  const [scheme = '', encoded = ''] = (headers.authorization ?? '').split(' ', 2)
  const name =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0]
      : operationsWithUsername.has(operation.id) && body instanceof Buffer
        ? readUsername(body)
        : undefined
  return name !== undefined && isUsername(name) ? { username: name } : {}
}

const stepUps = new Set(['step_up_session', 'step_up_session_with_passkey'])

const operationsWithUsername = new Set(['create_session', 'create_auth_token', 'initialize_password_reset'])

function readUsername(body: Buffer): string | undefined {
  if (body.length > 10_000) return undefined
  try {
    const { username } = JSON.parse(body.toString('utf8')) as { username?: unknown }
    return typeof username === 'string' ? username : undefined
  } catch {
    return undefined
  }
}
