import { randomBytes } from 'node:crypto'
import {
  type Call,
  closed,
  lockAccount,
  nameSchema,
  type Operation,
  reject,
  type StatementRunner,
} from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity, type Identity } from '../../platform/authentication/identity.ts'
import { renewRecoveryCodes } from '../../platform/authentication/one-time-codes.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import type { ApiContext } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { ceremonyMinutes, issueChallenge } from './challenges.ts'
import { passkey } from './passkey.ts'
import { attestation, creationOptions, type PasskeyAttestation } from './schemas.ts'
import { algorithms, getRelyingParty, verifyAttestation } from './verification.ts'

const maxPasskeys = 20

const createPasskeyData = nameSchema(
  'passkey_create_data',
  Type.Object({ name: passkey.fields.name.schema, credential: attestation }, closed),
)

const createPasskeyResult = nameSchema(
  'passkey_create_result',
  Type.Object(
    {
      id: id().schema,
      recovery_codes: Type.Array(Type.String(), {
        description:
          'Each works once in place of the second factor if the passkey is lost. Empty if the account had two factors before.',
      }),
    },
    closed,
  ),
)

/** The operations that add a passkey: one returns the options for the browser, one stores the passkey it created. */
export const registrationOperations = (context: ApiContext): Operation[] => [
  beginRegistration(context),
  createPasskey(context),
]

const beginRegistration = ({ settings }: ApiContext): Operation => ({
  id: 'begin_passkey_registration',
  method: 'POST',
  path: '/passkeys/registration',
  tag: 'passkeys',
  summary: 'Begin to add a passkey. Answers with options for navigator.credentials.create().',
  description: 'Needs a step-up. The answer is valid for 5 minutes, once, for the calling session.',
  access: 'customer',
  status: 200,
  result: creationOptions,
  secret: true,
  admits: 'without_two_factor',
  async handle(call) {
    const { accountId, sessionId } = requireSession(call)
    await call.requireStepUp()
    const identity = (await findIdentity(call.db, sql`a.id = ${accountId}`)) ?? reject('forbidden')
    const excludeCredentials = await listDescriptors(call.db, accountId)
    rejectTooManyPasskeys(excludeCredentials.length)
    const handle = await findUserHandle(call.db, accountId)
    return {
      value: {
        rp: { id: getRelyingParty(settings).id, name: 'Wachta' },
        user: { id: handle.toString('base64url'), name: identity.username, displayName: identity.username },
        challenge: await issueChallenge(call.db, { purpose: 'registration', sessionId, now: call.now }),
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: ceremonyMinutes * 60_000,
        excludeCredentials,
        // Discoverable, because signing in needs no user name; verified, because the passkey counts as two factors.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      },
    }
  },
})

const createPasskey = (context: ApiContext): Operation => ({
  id: 'create_passkey',
  method: 'POST',
  path: '/passkeys',
  tag: 'passkeys',
  summary: 'Add the passkey that the browser created. With its first second factor, an account gets recovery codes.',
  description: 'Follows `begin_passkey_registration`, which asks for the step-up, in the same session.',
  access: 'customer',
  body: createPasskeyData,
  status: 201,
  result: createPasskeyResult,
  secret: true,
  slow: true,
  admits: 'without_two_factor',
  async handle(call) {
    requireSession(call)
    const { name, credential } = call.body as { name: string; credential: PasskeyAttestation }
    const info = await verifyAttestation(context, credential, call)
    return call.transaction((tx) => storePasskey({ name, transports: credential.transports ?? [], info }, tx))
  },
})

interface NewPasskey {
  readonly name: string
  readonly transports: readonly string[]
  readonly info: Awaited<ReturnType<typeof verifyAttestation>>
}

async function storePasskey({ name, transports, info }: NewPasskey, call: Call) {
  const { accountId } = requireSession(call)
  // Locked, so that concurrent requests cannot exceed the limit.
  await lockAccount(accountId, call)
  const identity = (await findIdentity(call.db, sql`a.id = ${accountId}`)) ?? reject('forbidden')
  rejectTooManyPasskeys((await listDescriptors(call.db, accountId)).length)
  const { credential, credentialBackedUp } = info
  const [inserted] = await call.db.query(sql<{ id: number }>`insert into passkey
  (account_id, name, credential_id, public_key, counter, transports, is_backed_up, created_at)
values (${accountId}, ${name}, ${Buffer.from(credential.id, 'base64url')}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
  ${[...new Set(transports)].sort()}, ${credentialBackedUp}, ${call.now})
on conflict (credential_id) do nothing returning id`)
  if (!inserted) return reject('passkey_already_registered', 'data.credential')
  const after = { account_id: accountId, name, is_backed_up: credentialBackedUp }
  await call.record({ resource: 'passkey', id: inserted.id, accountId, before: null, after })
  await enqueueMail(call.db, { kind: 'passkey_added', accountId })
  return { value: { id: inserted.id, recovery_codes: await startTwoFactor(identity, call) } }
}

/**
 * If the account had no second factor before, ends its other sessions, which began without a second factor, and creates
 * recovery codes.
 */
async function startTwoFactor({ accountId, hasTwoFactor }: Identity, { db, caller }: Call): Promise<string[]> {
  if (hasTwoFactor) return []
  await endSessions(db, accountId, caller.sessionId)
  return renewRecoveryCodes(db, accountId)
}

/**
 * Returns the caller's own account and session; API keys and Basic have no session to which a challenge could be bound.
 */
export function requireSession({ caller: { accountId, sessionId } }: Call): { accountId: number; sessionId: number } {
  return accountId === null || sessionId === null ? reject('session_required') : { accountId, sessionId }
}

export interface CredentialDescriptor {
  readonly type: 'public-key'
  readonly id: string
  readonly transports: readonly string[]
}

export async function listDescriptors(db: StatementRunner, accountId: number): Promise<CredentialDescriptor[]> {
  const rows = await db.query(sql<{
    credentialId: Buffer
    transports: string[]
  }>`select credential_id as "credentialId",
  transports from passkey where account_id = ${accountId} order by id`)
  return rows.map(({ credentialId, transports }) => ({
    type: 'public-key',
    id: credentialId.toString('base64url'),
    transports,
  }))
}

async function findUserHandle(db: StatementRunner, accountId: number): Promise<Buffer> {
  const [found] = await db.query(sql<{ handle: Buffer }>`update credential
set user_handle = coalesce(user_handle, ${randomBytes(32)}) where account_id = ${accountId} returning user_handle as handle`)
  return found?.handle ?? reject('forbidden')
}

function rejectTooManyPasskeys(count: number): void {
  if (count >= maxPasskeys) reject('too_many_objects', undefined, { limit: maxPasskeys })
}
