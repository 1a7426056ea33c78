import { createHmac, randomUUID } from 'node:crypto'
import { closed, lockRow, nameSchema, type Operation, parseKey, reject } from '@wachta/resource'
import { Type } from 'typebox'
import type { ApiContext } from '../../platform/context.ts'
import { account } from './account.ts'

const tokenLifetimeSeconds = 300

/** Opens the billing portal of the installation, with a JSON Web Token for the account that is valid for minutes. */
export const customerPortal = ({ settings }: ApiContext): Operation => ({
  id: 'create_customer_portal_session',
  method: 'POST',
  path: '/accounts/{_id}/customer_portal_sessions',
  tag: 'accounts',
  summary: 'Open a billing-portal session.',
  access: 'customer',
  on: { resource: 'account', flag: 'create_customer_portal_sessions' },
  status: 200,
  result: nameSchema('customer_portal_session', Type.Object({ url: Type.String() }, closed)),
  secret: true,
  async handle(call) {
    if (!settings.billing) return reject('billing_not_configured')
    const id = Number(parseKey(account, call))
    await lockRow({ resource: account, key: id }, 'create_customer_portal_sessions', call)
    const issued = Math.floor(call.now.getTime() / 1000)
    const claims = {
      iss: settings.publicUrl,
      sub: String(id),
      iat: issued,
      exp: issued + tokenLifetimeSeconds,
      jti: randomUUID(),
    }
    const url = new URL(settings.billing.url)
    url.searchParams.set('token', signClaims(claims, settings.billing.key))
    await call.record({
      resource: 'account',
      id,
      accountId: id,
      before: null,
      after: { customer_portal_session: claims.jti },
    })
    return { value: { url: url.href } }
  },
})

/** A compact JWS with HS256 (RFC 7515). */
function signClaims(claims: object, key: string): string {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const content = encoded.join('.')
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}
