import { createClient } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN })

const { items, total } = await client.list('search_service_statuses', {
  body: { filters: { status: ['failure'] }, embed: ['service.name'], sort: [{ field: 'since' }], limit: 100 },
})
console.log(`${total} failing`)
for (const { service, since } of items) console.log(`${service?.name} since ${since}`)
