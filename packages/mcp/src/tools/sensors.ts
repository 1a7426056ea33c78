import { Type } from 'typebox'
import { limitInput, noOtherInputs } from '../inputs.ts'
import { tool } from '../tool.ts'

export const listSensors = tool({
  name: 'list_sensors',
  title: 'Sensors',
  description: 'Places that services are checked from, to choose one for a diagnostic.',
  input: Type.Object({ limit: limitInput(50) }, noOtherInputs),
  operations: ['list_sensors'],
  effect: 'none',
  async run({ limit = 50 }, { api }) {
    const { items, total } = await api.list('list_sensors', {
      query: { 'filter.is_active': true, sort: ['name'], limit },
    })
    return {
      sensors: items.map(({ id, name, location, country_code }) => ({ id, name, location, country_code })),
      total,
    }
  },
})
