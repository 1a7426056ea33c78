import { createClient } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN, language: () => 'en' })

// Under a key it is created once, even if the connection breaks and the request has to be sent again.
const { id } = await client.call(
  'create_service',
  { body: { name: 'Shop', type_id: 'https', address: 'shop.example.com', interval: 300 } },
  { idempotencyKey: crypto.randomUUID() },
)
await client.call('update_service', { path: { _id: id }, body: { interval: 60 } })

const { items, total } = await client.list('search_services', {
  body: {
    filters: { is_active: [true], name: [{ type: 'contains', argument: 'Shop' }] },
    fields: ['id', 'name', 'interval'],
    embed: ['group.name'],
    sort: [{ field: 'name' }],
    limit: 20,
  },
})
console.log(`${items.length} of ${total}`)
for (const { name, interval, group } of items) console.log(`${name}: every ${interval} s, in ${group?.name}`)

for await (const page of client.pages('search_services', { body: { fields: ['id'] } }, { size: 500 }))
  console.log(`${page.items.length} more`)

await client.call('delete_service', { path: { _id: id } })
