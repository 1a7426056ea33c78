import { Type } from 'typebox'
import { noOtherInputs } from '../inputs.ts'
import { tool } from '../tool.ts'

export const listExpiring = tool({
  name: 'list_expiring',
  title: 'Expiring certificates and domains',
  description: 'TLS certificates and domains that expire soon or have expired, the soonest first.',
  input: Type.Object(
    { within_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, description: 'Default 30' })) },
    noOtherInputs,
  ),
  operations: ['list_account_expiries'],
  effect: 'none',
  async run({ within_days = 30 }, { api }) {
    const { items } = await api.list('list_account_expiries', { path: { _id: 'my_account' } })
    const soon = items
      .filter(({ days_left }) => days_left <= within_days)
      .toSorted((one, other) => one.days_left - other.days_left)
    return {
      expiring: soon.slice(0, 100).map(({ service_id, kind, days_left, service }) => ({
        service_id,
        service: service.name,
        address: service.address,
        kind,
        days_left,
      })),
      total: soon.length,
    }
  },
})
