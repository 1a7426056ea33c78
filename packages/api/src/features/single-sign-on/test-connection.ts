import { closed, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import type { OpenIssuer } from '../../platform/issuers/issuers.ts'
import { ssoConnection } from './connection.ts'
import { type Connection, findConnection } from './find-connection.ts'
import { redirectUri } from './pending.ts'
import { getProblemText, type ProblemCode, toProblem } from './problems.ts'

const steps = ['discovery', 'keys', 'client'] as const
type Step = (typeof steps)[number]

const testResult = nameSchema(
  'sso_test_result',
  Type.Object(
    {
      redirect_uri: Type.String({ description: 'Register it at the issuer, exactly as it is.' }),
      logout_uri: Type.String({ description: 'For back-channel logout.' }),
      steps: Type.Array(
        Type.Object(
          {
            step: Type.Unsafe<Step>({ type: 'string', enum: [...steps] }),
            is_ok: Type.Boolean(),
            message: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'A description of the problem.',
            }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)

/** Tries as much of a connection as possible without a user: discovery, the keys, and the client. */
export const testConnection = (context: ApiContext): Operation => ({
  id: 'test_sso_connection',
  method: 'POST',
  path: '/sso_connections/{_id}/test',
  tag: 'single_sign_on',
  summary: 'Test a connection: the metadata and keys of the issuer, and whether it accepts our client.',
  description: 'It stops at the first step that fails.',
  access: 'customer',
  on: { resource: 'sso_connection', flag: 'update' },
  status: 200,
  result: testResult,
  reads: true,
  slow: true,
  async handle(call) {
    const key = Number(parseKey(ssoConnection, call))
    await requirePermission({ resource: ssoConnection, key }, 'update', call)
    await context.throttle.issuer(`account ${call.caller.actsFor}`)
    const connection = (await findConnection(call.db, sql`c.id = ${key}`)) ?? reject('sso_not_available')
    const { publicUrl } = context.settings
    return {
      value: {
        redirect_uri: redirectUri(publicUrl, connection),
        logout_uri: `${publicUrl}/sso/${connection.clientSlug}/logout`,
        steps: await trySteps(context, connection, call.caller.language),
      },
    }
  },
})

interface StepResult {
  readonly step: Step
  readonly is_ok: boolean
  readonly message: string | null
}

async function trySteps(context: ApiContext, connection: Connection, language: string): Promise<StepResult[]> {
  const done: StepResult[] = []
  let issuer: OpenIssuer | undefined
  const attempts: Record<Step, () => Promise<ProblemCode | undefined>> = {
    discovery: async () => {
      issuer = await context.issuers.discover(connection)
      return undefined
    },
    keys: () => tryKeys(issuer),
    client: () => tryClient(issuer, redirectUri(context.settings.publicUrl, connection)),
  }
  for (const step of steps) {
    const problem = await attempts[step]().catch(toProblem)
    done.push({ step, is_ok: problem === undefined, message: problem ? getProblemText(problem, language) : null })
    if (problem !== undefined) break
  }
  return done
}

async function tryKeys(issuer: OpenIssuer | undefined): Promise<ProblemCode | undefined> {
  await issuer?.keys.reload()
  return issuer?.keys.jwks()?.keys.length ? undefined : 'no_keys'
}

/**
 * Sends a code that the issuer never gave out. An issuer that checks our client first rejects the code if the client is
 * right, and the client if it is wrong.
 */
async function tryClient(issuer: OpenIssuer | undefined, redirect: string): Promise<ProblemCode | undefined> {
  if (!issuer) return 'not_an_issuer'
  const parameters = { code: 'wachta-test', redirect_uri: redirect, code_verifier: client.randomPKCECodeVerifier() }
  try {
    await client.genericGrantRequest(issuer.configuration, 'authorization_code', parameters)
  } catch (error) {
    if (!(error instanceof client.ResponseBodyError)) throw error
    return ['invalid_client', 'unauthorized_client'].includes(error.error) ? 'client_rejected' : undefined
  }
  return 'not_an_issuer'
}
