import { Type } from 'typebox'
import { loadOwnServices } from '../find.ts'
import { noOtherInputs } from '../inputs.ts'
import { tool } from '../tool.ts'
import { separateForeign } from '../untrusted.ts'

const maxShown = 100

export const listExpiring = tool({
  name: 'list_expiring',
  title: 'Expiring certificates and domains',
  description: 'TLS certificates and domains that expire soon or have expired, the soonest first.',
  input: Type.Object(
    { within_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650, description: 'Default 30' })) },
    noOtherInputs,
  ),
  operations: ['list_account_expiries', 'list_services'],
  effect: 'none',
  showsUntrusted: true,
  async run({ within_days = 30 }, { api }) {
    const { items } = await api.list('list_account_expiries', { path: { _id: 'my_account' } })
    const soon = items
      .filter(({ days_left }) => days_left <= within_days)
      .toSorted((one, other) => one.days_left - other.days_left)
    const shown = soon.slice(0, maxShown)
    const ownIds = await loadOwnServices(
      api,
      shown.map(({ service_id }) => service_id),
    )
    return {
      expiring: shown.map(({ service_id, kind, days_left, service: { name, address } }) => ({
        service_id,
        ...separateForeign({ permissions: { own: ownIds.has(service_id) } }, { service: name, address }),
        kind,
        days_left,
      })),
      total: soon.length,
    }
  },
})
