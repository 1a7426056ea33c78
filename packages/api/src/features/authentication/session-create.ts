import { closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Origin, type SessionData, startSession } from '../../platform/authentication/sessions.ts'
import { verifyPassword } from '../../platform/authentication/verify-password.ts'
import type { ApiContext } from '../../platform/context.ts'
import { accountFields, password } from '../accounts/account-fields.ts'
import { authTokenId, token } from '../accounts/credential-fields.ts'
import { sessionFields } from './session-fields.ts'

/** Accepts additional properties and ignores them, because the published API does. */
const tokenCreateData = nameSchema(
  'auth_token_create_data',
  Type.Object({
    username: accountFields.username.schema,
    password,
    ...sessionFields,
    user_ip_address: Type.Optional(
      Type.String({ minLength: 1, maxLength: 15, description: 'IP address of the API user.' }),
    ),
  }),
)

const authToken = nameSchema(
  'auth_token',
  Type.Object({
    account_id: accountFields.id.schema,
    client_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    scope: Type.String(),
    timeout: Type.Integer(),
    user_ip_address: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    created_at: Type.String({ format: 'dateTime' }),
    last_used_at: Type.String({ format: 'dateTime' }),
  }),
)

/** The operations that sign in with a password, and the deprecated operations that read and end the calling session. */
export function sessionCreateOperations({ database, throttle }: ApiContext): Operation[] {
  const signIn = async (kind: Origin['kind'], call: Parameters<Operation['handle']>[0]) => {
    const { username, password: secret, ...data } = call.body as SessionData & { username: string; password: string }
    const { address } = call.request
    const identity = await verifyPassword(database, throttle, { username, password: secret, address })
    return call.transaction(async ({ db, cellNumber, now, record }) => {
      const started = await startSession(db, identity, { ...data, kind, address, cellNumber, now })
      const after = { scope: data.scope ?? 'customer', client_id: data.client_id ?? null }
      await record({ resource: 'session', id: started.id, accountId: identity.accountId, before: null, after })
      return { value: kind === 'session' ? started : { id: started.token } }
    })
  }
  const signInCommon = {
    method: 'POST',
    access: 'public',
    body: tokenCreateData,
    status: 201,
    secret: true,
    slow: true,
  } as const
  const authTokenCommon = { path: '/auth_token', tag: 'auth_token', access: 'customer', deprecated: true } as const

  return [
    {
      ...signInCommon,
      id: 'create_session',
      path: '/sessions',
      tag: 'sessions',
      summary: 'Create a session. With 2FA it can be used only for 2fa/verify until it is verified.',
      result: nameSchema('session_create_result', Type.Object({ id: accountFields.id.schema, token }, closed)),
      handle: (call) => signIn('session', call),
    },
    {
      ...signInCommon,
      id: 'create_auth_token',
      path: '/auth_token',
      tag: 'auth_token',
      summary:
        'Start a new session. With 2FA it can be used only for POST /sessions/my_session/2fa/verify until it is verified.',
      deprecated: true,
      result: nameSchema('auth_token_create_result', Type.Object({ id: authTokenId })),
      handle: (call) => signIn('auth_token', call),
    },
    {
      ...authTokenCommon,
      id: 'read_auth_token',
      method: 'GET',
      summary: 'The calling session.',
      status: 200,
      result: authToken,
      async handle({ db, caller }) {
        const [found] = await db.query(sql<{
          row: string
        }>`select row_to_json(r)::text as row from (select account_id, client_id, scope, timeout,
  user_ip_address, wire_time(created_at) as created_at, wire_time(last_used_at) as last_used_at from session where id = ${caller.sessionId}) r`)
        return found ? { text: found.row } : reject('not_found')
      },
    },
    {
      ...authTokenCommon,
      id: 'delete_auth_token',
      method: 'DELETE',
      summary: 'End the calling session.',
      status: 204,
      async handle({ db, caller, record }) {
        const ended = await db.query(sql`delete from session where id = ${caller.sessionId} returning id`)
        if (ended.length === 0 || caller.sessionId === null) return reject('not_found')
        await record({
          resource: 'session',
          id: caller.sessionId,
          accountId: caller.accountId,
          before: { is_current: true },
          after: null,
        })
        return undefined
      },
    },
  ]
}
