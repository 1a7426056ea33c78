import { ApiError, type ApplyData, createClient } from '@wachta/client'

const { WACHTA_URL = '', WACHTA_TOKEN } = process.env
const client = createClient({ baseUrl: WACHTA_URL, token: () => WACHTA_TOKEN })

const shops = ['pl', 'de', 'cz']
const document: ApplyData = {
  groups: [{ external_id: 'shops', name: 'Shops' }],
  services: shops.map((country) => ({
    external_id: `shop/${country}`,
    group: 'shops',
    type_id: 'https',
    name: `Shop ${country}`,
    address: `shop.example.${country}`,
  })),
}

try {
  const { plan } = await client.call('apply', { body: { ...document, dry_run: true } })
  for (const { action, section, external_id } of plan) console.log(`${action} ${section} ${external_id}`)
  const { summary } = await client.call('apply', { body: { ...document, dry_run: false } })
  console.log(`${summary.create} created, ${summary.change} changed, ${summary.unchanged} as they were`)
} catch (error) {
  if (!(error instanceof ApiError)) throw error
  // Nothing was done; each fault says where in the document it is.
  for (const { field, message } of error.errors) console.error(`${field}: ${message}`)
}
