import { createClient, signIn, signOut } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_USERNAME = '', WACHTA_PASSWORD = '' } = process.env

let token: string | undefined
const client = createClient({ baseUrl: WACHTA_URL, token: () => token })
const session = await signIn(client, { username: WACHTA_USERNAME, password: WACHTA_PASSWORD })
token = session.token

const { items, total } = await client.list('search_service_statuses', {
  body: { filters: { status: ['failure'] }, embed: ['service.name'], sort: [{ field: 'since' }], limit: 100 },
})
console.log(`${total} failing`)
for (const { service, since } of items) console.log(`${service?.name} since ${since}`)

await signOut(client, session)
