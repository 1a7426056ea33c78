import { boundedCount, type Call, holdsPermission, reject } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../audit.ts'
import type { AuthResult } from '../authentication/authenticator.ts'
import { createAnonymousCaller } from '../authentication/identity.ts'
import { requireStepUp } from '../authentication/step-up.ts'
import { findIdempotencyKey, runOnce } from './idempotency.ts'
import { getAcceptedLanguage } from './language.ts'
import type { ValidatedRequest } from './request.ts'
import type { IncomingRequest, ServerParts } from './server-parts.ts'
import { isStorable } from './text.ts'

export type CallParts = Pick<ServerParts, 'database' | 'registry' | 'vault' | 'limitWrites' | 'cellNumber' | 'now'>

/** Builds the argument of an operation: the caller, the validated input, and the database or a transaction. */
export function buildCall(
  { database, registry, vault, limitWrites, cellNumber, now: getNow }: CallParts,
  { operation, request, address }: IncomingRequest,
  { body, query, authenticated }: ValidatedRequest & { readonly authenticated: AuthResult | null },
): Call {
  const language = getAcceptedLanguage(request.headers['accept-language'])
  const caller = authenticated ? authenticated.caller : createAnonymousCaller()
  const now = getNow()
  const base = {
    registry,
    cellNumber,
    caller: language ? { ...caller, language } : caller,
    params: readPathParameters(request),
    query,
    body,
    now,
    request: { id: request.id, address, session: caller.sessionId, ...readClient(request), ...readPreference(request) },
  }
  const bind = (db: Call['db']): Call => {
    const call: Call = {
      ...base,
      db,
      record: (...writes) =>
        writeAudit({ db, registry }, writes, { operation: operation.id, caller, request: base.request, now }),
      holds: (name, key, flag) => holdsPermission({ resource: registry.get(name), key }, flag, call),
      requireStepUp: async () => {
        if (!authenticated?.carriesPassword) await requireStepUp(db, caller.sessionId, now)
      },
      seal: (plain, context) => vault.seal(plain, context),
      transaction: (work) => work(call),
    }
    return call
  }
  const idempotentRequest = findIdempotencyKey(operation, caller.accountId, request)
  return {
    ...bind(database),
    transaction: (work) =>
      limitWrites(caller.actsFor, () =>
        database.transaction((tx) => runOnce(tx, idempotentRequest, () => work(bind(tx)))),
      ),
  }
}

/** The program that the request names in `X-Client`, for the audit log; ignored if it is not a short, plain text. */
function readClient({ headers }: FastifyRequest): { client?: string } {
  const client = headers['x-client']
  return typeof client === 'string' && /^[\x20-\x7e]{1,100}$/.test(client) ? { client } : {}
}

/** The preferences of the request (RFC 7240); unknown ones are ignored. */
function readPreference({ headers }: FastifyRequest): { prefersBoundedCount?: boolean } {
  const preferences = String(headers['prefer'] ?? '').split(/[,;]/)
  return preferences.some((one) => one.trim().toLowerCase() === boundedCount) ? { prefersBoundedCount: true } : {}
}

/** Returns the path parameters. Rejects with 404 if PostgreSQL cannot store one: no record can have such a key. */
function readPathParameters({ params }: FastifyRequest): Record<string, string> {
  const given = params as Record<string, string>
  if (!Object.values(given).every(isStorable)) reject('not_found')
  return given
}
