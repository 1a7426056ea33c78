import { queryOptions } from '@tanstack/react-query'
import { omitUnwatchedDays } from '../design/day-parts.ts'
import { client } from './client.ts'
import { createQueue } from './queue.ts'
import { thinned } from './thinned.ts'
import { wireTime } from './wire-time.ts'

const day = 86_400_000
const inTurn = createQueue(4)

/** From the same moment for everybody who asks within five minutes, so that the same question is asked once. */
const steadyNow = (): number => Math.ceil(Date.now() / 300_000) * 300_000

/** Ninety days, one by one, the last of them today. */
export const availabilityQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id, 'availability', 90],
    queryFn: async ({ signal }) => {
      const today = Math.floor(Date.now() / day) * day
      const query = { from: wireTime(today - 89 * day), to: wireTime(today + day) }
      const asked = () => client.call('read_availability_chart', { path: { _id: id }, query }, { signal })
      return omitUnwatchedDays((await inTurn(asked, signal)).points)
    },
    staleTime: 10 * 60_000,
  })

/** The last day of response times, for a line without scales. */
export const sparkQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id, 'spark'],
    queryFn: async ({ signal }) => {
      const to = steadyNow()
      const query = { from: wireTime(to - day), to: wireTime(to) }
      const asked = () => client.call('read_performance_river_chart', { path: { _id: id }, query }, { signal })
      const { points } = await inTurn(asked, signal)
      return thinned(points, to - day, to)
    },
    staleTime: 5 * 60_000,
  })
