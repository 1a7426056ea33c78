import { createInterface } from 'node:readline'
import { createClient, hasSymbol, signIn, verifySession } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_USERNAME = '', WACHTA_PASSWORD = '' } = process.env
const client = createClient({ baseUrl: WACHTA_URL })

const session = await signIn(client, { username: WACHTA_USERNAME, password: WACHTA_PASSWORD })
if (!session.isVerified) {
  console.log('The code of your authenticator:')
  for await (const code of createInterface({ input: process.stdin })) {
    const refused = await verifySession(client, session, code).catch((error: unknown) => error)
    if (refused === undefined) break
    if (!hasSymbol(refused, 'wrong_code')) throw refused
    console.log(refused.message)
  }
}
const { username } = await client.call('read_account', { path: { _id: 'my_account' } }, { token: session.token })
console.log(`Signed in as ${username}.`)
