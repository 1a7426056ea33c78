import { type Call, closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { createTicket, findRequest, grantAccess, requestView, scopesField, toView } from './decision.ts'

const continuationSchema = nameSchema(
  'authorization_request_decision',
  Type.Object(
    { continue: Type.String({ description: 'The path that the same browser opens next; it works once.' }) },
    closed,
  ),
)

const common = { tag: 'authorization_requests', access: 'customer' } as const

/** The operations of the consent screen: what an application asks for, and the decision of the person. */
export const authorizationRequestOperations: readonly Operation[] = [
  {
    ...common,
    id: 'read_authorization_request',
    method: 'GET',
    path: '/authorization_requests/{_uid}',
    summary: 'The access that an application asks for.',
    status: 200,
    result: requestView,
    handle: async (call) => ({
      value: toView((await findRequest(buildRequestCondition(call), call)) ?? rejectUnknownRequest()),
    }),
  },
  {
    ...common,
    id: 'approve_authorization_request',
    method: 'POST',
    path: '/authorization_requests/{_uid}/approve',
    summary:
      'Give the application access to the account of the caller, with all or some of the scopes that it asks for.',
    description: 'Needs a step-up.',
    body: nameSchema('authorization_request_approve_data', Type.Object({ scopes: scopesField }, closed)),
    status: 200,
    result: continuationSchema,
    secret: true,
    async handle(call) {
      const request =
        (await findRequest(buildRequestCondition(call), call, sql`for update of r`)) ?? rejectUnknownRequest()
      const { scopes } = call.body as { scopes: readonly string[] }
      const { grantId, authTime, amr } = await grantAccess(request, scopes, call)
      const login = { accountId: String(call.caller.accountId), ts: authTime, amr, remember: false }
      return storeDecision({ login, consent: { grantId: String(grantId) } }, call)
    },
  },
  {
    ...common,
    id: 'deny_authorization_request',
    method: 'POST',
    path: '/authorization_requests/{_uid}/deny',
    summary: 'Deny access to the application, which gets the error access_denied.',
    status: 200,
    result: continuationSchema,
    secret: true,
    async handle(call) {
      await findRequest(buildRequestCondition(call), call, sql`for update of r`).then(
        (found) => found ?? rejectUnknownRequest(),
      )
      return storeDecision({ error: 'access_denied', error_description: 'the account holder refused' }, call)
    },
  },
]

const buildRequestCondition = ({ params }: Call) =>
  sql`r.model = 'Interaction' and r.id_hash = ${hashToken(String(params['_uid']))}`

const rejectUnknownRequest = () => reject('authorization_request_unknown')

/**
 * Stores the decision for the browser that sent the request, which needs the ticket to continue: see serve-oauth.ts.
 */
async function storeDecision(result: Readonly<Record<string, unknown>>, call: Call) {
  const { ticket, hash } = createTicket()
  await call.db.query(sql`update oauth_record r set ticket_hash = ${hash},
  payload = payload || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb) where ${buildRequestCondition(call)}`)
  return { value: { continue: `/oauth/authorize/${call.params['_uid']}?ticket=${ticket}` } }
}
