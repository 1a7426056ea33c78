import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN })

const { items: sensors } = await client.list('list_sensors', { query: { fields: ['id', 'name'], limit: 3 } })
const { id } = await client.call('create_service', {
  body: { name: 'Blog', type_id: 'https', address: 'blog.example.com', sensor_ids: sensors.map((sensor) => sensor.id) },
})

// The sensors begin by themselves; two minutes are more than the first look takes.
for (let left = 120; left > 0; left -= 1) {
  const [analysis] = (await client.list('list_analyses', { path: { _id: id }, query: { limit: 1 } })).items
  if (analysis) {
    console.log(`${analysis.failure ? 'failure' : 'no failure'}: ${analysis.ok_checks_count} ok`)
    break
  }
  await wait(1000)
}
