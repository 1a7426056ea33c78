import { Agent } from 'node:http'
import { sendRequest } from './customers.ts'
import type { Installation } from './installation.ts'
import { type PlantedTree, trees } from './world.ts'

const measurementMs = 4_000
const measurementCount = 5
const connections = 8

/**
 * Returns the throughput through the router divided by that of direct requests to the cell: the median of several
 * measurements, which alternate between the two.
 */
export async function measureRouter({ cells, origin }: Installation): Promise<number> {
  const caller = trees.find(({ moves, home }) => !moves && home === 0) ?? (trees[0] as PlantedTree)
  const ratios: number[] = []
  // The first measurement of each is a warm-up.
  for (let round = 0; round <= measurementCount; round += 1) {
    const direct = await countAnswers(cells[0].origin, caller)
    const routed = await countAnswers(origin, caller)
    if (round > 0) ratios.push(routed / direct)
  }
  return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 0
}

async function countAnswers(origin: string, { token }: PlantedTree): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + measurementMs
  let count = 0
  const sendRequests = async () => {
    while (performance.now() < end)
      if ((await sendRequest(origin, '/v3/services?limit=100', { token, agent })).status === 200) count += 1
  }
  await Promise.all(Array.from({ length: connections }, sendRequests))
  agent.destroy()
  return count
}
