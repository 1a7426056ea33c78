import { changesData, type Operation, type Registry, reject } from '@wachta/resource'
import type { AuthResult } from '../authentication/authenticator.ts'
import { type Identity, lacksPasskey, lacksTwoFactor } from '../authentication/identity.ts'
import { requireScopes } from '../authentication/scope-access.ts'
import type { IncomingRequest, ServerParts } from './server-parts.ts'

/** Authenticates a request and checks that its caller may use the operation at all; null for an anonymous caller. */
export async function identify(
  parts: Pick<ServerParts, 'authenticator' | 'limit' | 'registry' | 'now'>,
  { operation, request, address }: IncomingRequest,
  onIdentified: (identity: Identity) => void,
): Promise<AuthResult | null> {
  const { authorization } = request.headers
  if (authorization === undefined) return operation.access === 'public' ? null : reject('authentication_required')
  const authenticated = await parts.authenticator.authenticate(authorization, address, parts.now())
  const { identity, caller } = authenticated
  onIdentified(identity)
  requireOperationAdmission(operation, authenticated, parts.registry)
  // Requests of an observer do not count against the limit of the observed account.
  await parts.limit.account(caller.observerId ?? caller.actsFor ?? identity.accountId, identity.requestsPerMinute)
  if (operation.access === 'administrator' && caller.scope !== 'administrator') reject('administrator_only')
  return authenticated
}

/** The seconds after which a client retries a change in an account tree that is moving to another cell. */
const moveRetrySeconds = 10

/** Rejects a caller whose session, scope or key does not permit the operation, regardless of permissions on records. */
function requireOperationAdmission(
  operation: Operation,
  { identity, session, caller }: Pick<AuthResult, 'identity' | 'session' | 'caller'>,
  registry: Registry,
): void {
  if (session && !session.isVerified && operation.admits !== 'unverified') reject('session_not_verified')
  // This is the only gate for observers: every write has to pass it.
  const isObserver = caller.observerId !== undefined
  if (isObserver && changesData(operation)) reject('observer_only_reads')
  if (identity.isMoving && changesData(operation)) reject('unavailable', undefined, { seconds: moveRetrySeconds })
  const isSetup = operation.admits === 'without_two_factor'
  if (!isSetup && lacksTwoFactor(identity, { scope: caller.scope, isObserver })) reject('two_factor_setup_required')
  // A session that still waits for its code cannot add a passkey, so the passkey is required only after the code.
  if (!isSetup && session?.isVerified !== false && lacksPasskey(identity, { isObserver }))
    reject('passkey_setup_required')
  requireScopes(operation, caller, registry)
}
