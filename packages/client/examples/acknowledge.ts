import { createClient } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN })

const { items } = await client.list('search_event_statuses', {
  body: { filters: { status: ['active'] }, embed: ['event.name', 'service.name'] },
})
for (const { service_id, event_id, event, service } of items) {
  await client.call('disable_event_status', {
    path: { _id: service_id, _event_id: event_id },
    body: { note: 'Taken on by the night shift.' },
  })
  console.log(`${event?.name} on ${service?.name}: nobody else is told any more`)
}
