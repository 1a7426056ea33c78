import { createClient, NetworkError, type ServiceStatus } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN })

// Ctrl-C ends it.
const stop = new AbortController()
process.once('SIGINT', () => stop.abort())

while (!stop.signal.aborted) {
  try {
    for await (const { event, data } of await client.call('watch_service_statuses', {}, { signal: stop.signal })) {
      if (event === 'ready') console.log('following')
      if (event !== 'status') continue
      for (const { service_id, status } of JSON.parse(data) as ServiceStatus[]) console.log(`${service_id}: ${status}`)
    }
  } catch (error) {
    if (!(error instanceof NetworkError) && !stop.signal.aborted) throw error
  }
  // Nothing is kept for who was away: after connecting again, ask for the list.
  if (!stop.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 1000))
}
