import { type Call, closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { findRequest, grantAccess, requestView, scopesField, toView } from './decision.ts'

const userCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code that the device shows; case and punctuation do not matter.',
})

/** The operations of the page on which people enter the code of a device, such as the `wachta` command. */
export function deviceAuthorizationOperations({ throttle }: ApiContext): Operation[] {
  const common = { method: 'POST', tag: 'device_authorizations', access: 'customer' } as const
  const findDeviceRequest = async (call: Call, lock = sql``) => {
    // Counted before the code is looked up, so that right guesses count too.
    await throttle.deviceCode(Number(call.caller.accountId))
    return (
      (await findRequest(buildRequestCondition(call), call, lock)) ?? reject('device_code_unknown', 'data.user_code')
    )
  }
  return [
    {
      ...common,
      id: 'find_device_authorization',
      path: '/device_authorizations/find',
      summary: 'The access that the device with this code asks for.',
      body: nameSchema('device_authorization_find_data', Type.Object({ user_code: userCode }, closed)),
      status: 200,
      result: requestView,
      reads: true,
      handle: async (call) => ({ value: toView(await findDeviceRequest(call)) }),
    },
    {
      ...common,
      id: 'approve_device_authorization',
      path: '/device_authorizations/approve',
      summary: 'Give the device access to the account of the caller, with all or some of the scopes that it asks for.',
      description: 'Needs a step-up.',
      body: nameSchema(
        'device_authorization_approve_data',
        Type.Object({ user_code: userCode, scopes: scopesField }, closed),
      ),
      status: 204,
      async handle(call) {
        const request = await findDeviceRequest(call, sql`for update of r`)
        const { scopes } = call.body as { scopes: readonly string[] }
        const { grantId, authTime, amr } = await grantAccess(request, scopes, call)
        const accountId = String(call.caller.accountId)
        return storeDecision(
          { accountId, authTime, amr, grantId: String(grantId), scope: scopes.join(' ') },
          grantId,
          call,
        )
      },
    },
    {
      ...common,
      id: 'deny_device_authorization',
      path: '/device_authorizations/deny',
      summary: 'Deny access to the device, which gets the error access_denied.',
      body: nameSchema('device_authorization_deny_data', Type.Object({ user_code: userCode }, closed)),
      status: 204,
      async handle(call) {
        await findDeviceRequest(call, sql`for update of r`)
        return storeDecision({ error: 'access_denied', errorDescription: 'the account holder refused' }, null, call)
      },
    },
  ]
}

const buildRequestCondition = ({ body }: Call) => {
  const { user_code } = body as { user_code: string }
  return sql`r.model = 'DeviceCode' and r.user_code_hash = ${hashToken(user_code.toUpperCase().replaceAll(/\W/g, ''))}`
}

/** Stores the decision, which the device gets with its next poll. */
async function storeDecision(result: Readonly<Record<string, unknown>>, grantId: number | null, call: Call) {
  await call.db.query(sql`update oauth_record r set grant_id = ${grantId}::bigint, payload = payload || ${JSON.stringify(result)}::jsonb
where ${buildRequestCondition(call)}`)
  return undefined
}
