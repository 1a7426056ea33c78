import { resolveMappedRole, type UserRole, userRoles } from '@wachta/domain'
import { type Call, closed, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { id, idList, nullable } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity } from '../../platform/authentication/identity.ts'
import { checkCode } from '../../platform/authentication/one-time-codes.ts'
import type { ApiContext } from '../../platform/context.ts'
import { codeField } from '../accounts/credential-fields.ts'
import { ssoConnection } from './connection.ts'
import { type Connection, findConnection } from './find-connection.ts'
import { type FinishedSignIn, findStepUp, type SsoPurpose } from './pending.ts'
import { getProblemText } from './problems.ts'
import {
  beginIssuerSignIn,
  beginResult,
  challengeField,
  codeFields,
  isFreshSignIn,
  takeOutcome,
  trustsSecondFactor,
} from './sign-in-operations.ts'

const challengeData = nameSchema('sso_challenge_data', Type.Object({ code_challenge: challengeField }, closed))
const linkData = nameSchema(
  'sso_link_data',
  Type.Object(
    {
      code_challenge: challengeField,
      connection_id: Type.Optional(
        Type.Integer({ ...id().schema, description: 'One of the connections of the account; default: the first one.' }),
      ),
    },
    closed,
  ),
)
const resultData = nameSchema(
  'sso_result_data',
  Type.Object({ ...codeFields, two_factor_code: Type.Optional(codeField) }, closed),
)
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const resultSchema = nameSchema(
  'sso_result',
  Type.Object(
    {
      purpose: Type.Unsafe<SsoPurpose>({ type: 'string', enum: ['link', 'step_up', 'test'] }),
      problem: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Why the answer of the issuer was rejected.',
      }),
      subject: textOrNull,
      email: textOrNull,
      is_email_verified: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
      name: textOrNull,
      groups: Type.Array(Type.String()),
      has_second_factor: Type.Boolean(),
      role: Type.Unsafe<UserRole | null>({
        type: ['string', 'null'],
        enum: [...userRoles, null],
        description: 'The role that the user would get; null if it would be rejected.',
      }),
      role_group_ids: nullable(idList({ description: 'The service groups that the role is limited to; null for all.' }))
        .schema,
    },
    closed,
  ),
)

/** The operations that send a signed-in user to the issuer: to link an identity, for a step-up, or to test. */
export const ownSignInOperations = (context: ApiContext): Operation[] => [
  beginLink(context),
  beginStepUp(context),
  beginTest(context),
  finishOwnSignIn(context),
]

const common = {
  method: 'POST',
  tag: 'single_sign_on',
  access: 'customer',
  status: 200,
  result: beginResult,
  secret: true,
  slow: true,
} as const

const beginLink = (context: ApiContext): Operation => ({
  ...common,
  id: 'begin_sso_link',
  path: '/sso/links',
  summary: 'Begin to link the calling user with its user at the issuer.',
  description: 'For additional users; the holder of an account always signs in with a password. Needs a step-up.',
  body: linkData,
  async handle(call) {
    const { connection_id = null } = call.body as { connection_id?: number }
    if (call.caller.accountId === call.caller.actsFor) reject('sso_only_additional_users')
    await call.requireStepUp()
    const connection = await findConnection(
      call.db,
      sql`c.owner_id = ${call.caller.actsFor} and (${connection_id}::bigint is null or c.id = ${connection_id}::bigint)`,
    )
    return beginOwnSignIn(context, { purpose: 'link', connection }, call)
  },
})

const beginStepUp = (context: ApiContext): Operation => ({
  ...common,
  id: 'begin_sso_step_up',
  path: '/sso/step_ups',
  summary: 'Begin to confirm the calling session at the issuer through which it began.',
  description: 'The issuer is asked to authenticate the user again. For users without a password.',
  body: challengeData,
  admits: 'without_two_factor',
  async handle(call) {
    const connection = await findConnection(
      call.db,
      sql`c.id = (select s.sso_connection_id from session s where s.id = ${call.caller.sessionId}::bigint)`,
    )
    return beginOwnSignIn(context, { purpose: 'step_up', connection }, call)
  },
})

const beginTest = (context: ApiContext): Operation => ({
  ...common,
  id: 'begin_sso_test_sign_in',
  path: '/sso_connections/{_id}/test_sign_in',
  summary: 'Begin a test sign-in: it shows the claims and the resulting role, and creates neither user nor session.',
  on: { resource: 'sso_connection', flag: 'update' },
  body: challengeData,
  async handle(call) {
    const key = Number(parseKey(ssoConnection, call))
    await requirePermission({ resource: ssoConnection, key }, 'update', call)
    return beginOwnSignIn(
      context,
      { purpose: 'test', connection: await findConnection(call.db, sql`c.id = ${key}`) },
      call,
    )
  },
})

async function beginOwnSignIn(
  context: ApiContext,
  { purpose, connection }: { readonly purpose: SsoPurpose; readonly connection: Connection | undefined },
  { body, caller, now }: Call,
) {
  if (!connection) return reject('sso_not_available')
  await context.throttle.issuer(`account ${caller.actsFor}`)
  const { code_challenge: challenge } = body as { code_challenge: string }
  return beginIssuerSignIn(context, {
    purpose,
    connection,
    challenge,
    accountId: caller.accountId,
    sessionId: caller.sessionId,
    now,
  })
}

const finishOwnSignIn = (context: ApiContext): Operation => ({
  id: 'finish_sso_request',
  method: 'POST',
  path: '/sso/results',
  tag: 'single_sign_on',
  summary: 'Complete a link, a step-up or a test sign-in that the caller began.',
  description:
    'With 2FA on, a step-up also needs `two_factor_code`, unless the connection trusts the second factor of the issuer. If the code is missing or wrong, the request can be repeated with another one.',
  access: 'customer',
  body: resultData,
  admits: 'without_two_factor',
  status: 200,
  result: resultSchema,
  secret: true,
  slow: true,
  async handle(call) {
    await requireSecondFactor(context, call)
    const signIn = await takeOutcome(context, ['link', 'step_up', 'test'], call)
    if (signIn.accountId !== call.caller.accountId) reject('sso_sign_in_expired')
    const connection =
      (await findConnection(call.db, sql`c.id = ${signIn.connectionId}`)) ?? reject('sso_not_available')
    return call.transaction(async (tx) => {
      if (signIn.purpose === 'link') await linkIdentity(signIn, tx)
      if (signIn.purpose === 'step_up') await confirmSession(signIn, tx)
      return { value: describe(signIn, connection, call) }
    })
  },
})

/** A step-up at the issuer replaces the password, but not the second factor of Wachta. */
async function requireSecondFactor(context: ApiContext, call: Call): Promise<void> {
  const { code, two_factor_code: twoFactorCode } = call.body as { code: string; two_factor_code?: string }
  const { claims, connectionId } = (await findStepUp(call.db, { code, caller: call.caller, now: call.now })) ?? {}
  if (claims === undefined) return
  const identity = (await findIdentity(call.db, sql`a.id = ${call.caller.accountId}`)) ?? reject('forbidden')
  const connection = (await findConnection(call.db, sql`c.id = ${connectionId}`)) ?? reject('sso_not_available')
  if (!identity.hasTwoFactor || trustsSecondFactor(connection, claims, identity)) return
  const field = 'data.two_factor_code'
  if (twoFactorCode === undefined) return reject('missing_field', field)
  await call.transaction(async (tx) => void (await checkCode({ ...context, field }, twoFactorCode, tx)))
}

async function linkIdentity(
  { claims, connectionId }: FinishedSignIn,
  { db, caller, now, record }: Call,
): Promise<void> {
  if (claims === undefined) return reject('sso_sign_in_expired')
  const accountId = caller.accountId ?? reject('forbidden')
  const linked = await db.query(sql`insert into sso_identity (account_id, connection_id, issuer, subject, created_at)
values (${accountId}, ${connectionId}, ${claims.issuer}, ${claims.subject}, ${now}) on conflict do nothing returning account_id`)
  if (linked.length === 0) reject('sso_identity_taken')
  const after = { sso_connection_id: connectionId }
  await record({ resource: 'account', id: accountId, accountId, before: { sso_connection_id: null }, after })
}

async function confirmSession(signIn: FinishedSignIn, { db, caller, now, record }: Call): Promise<void> {
  const { claims, sessionId, connectionId } = signIn
  if (claims === undefined || sessionId === null || sessionId !== caller.sessionId) return reject('sso_sign_in_expired')
  const [identity] = await db.query(sql`select from sso_identity where account_id = ${caller.accountId}
  and connection_id = ${connectionId} and issuer = ${claims.issuer} and subject = ${claims.subject}`)
  if (!identity) reject('sso_identity_taken')
  if (!isFreshSignIn(claims.authenticatedAt, now)) reject('sso_not_fresh')
  await db.query(sql`update session set stepped_up_at = ${now} where id = ${sessionId} and is_verified`)
  const after = { stepped_up_at: now.toISOString() }
  await record({ resource: 'session', id: sessionId, accountId: caller.accountId, before: null, after })
}

function describe({ purpose, claims, problem }: FinishedSignIn, connection: Connection, { caller }: Call) {
  const mapped = claims && resolveMappedRole(claims.groups, connection.roleMappings, connection.defaultRole)
  return {
    purpose,
    problem: problem === undefined ? null : getProblemText(problem, caller.language),
    subject: claims?.subject ?? null,
    email: claims?.email ?? null,
    is_email_verified: claims?.isEmailVerified ?? null,
    name: claims?.name ?? null,
    groups: claims?.groups ?? [],
    has_second_factor: claims?.hasSecondFactor ?? false,
    role: mapped?.role ?? null,
    role_group_ids: mapped?.groupIds ?? null,
  }
}
