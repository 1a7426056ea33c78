import { Agent } from 'node:http'
import { ask } from './customers.ts'
import type { Installation } from './installation.ts'
import { type PlantedTree, trees } from './world.ts'

const spellMs = 4_000
const spells = 5
const connections = 8

/** Requests per second through the router, divided by those that the cell answers directly: the median of spells in turn. */
export async function measureRouter({ cells, origin }: Installation): Promise<number> {
  const caller = trees.find(({ moves, home }) => !moves && home === 0) ?? (trees[0] as PlantedTree)
  const ratios: number[] = []
  // The first spell of each warms up.
  for (let spell = 0; spell <= spells; spell += 1) {
    const direct = await countAnswers(cells[0].origin, caller)
    const routed = await countAnswers(origin, caller)
    if (spell > 0) ratios.push(routed / direct)
  }
  return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 0
}

async function countAnswers(origin: string, { token }: PlantedTree): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + spellMs
  let count = 0
  const play = async () => {
    while (performance.now() < end)
      if ((await ask(origin, '/v3/services?limit=100', { token, agent })).status === 200) count += 1
  }
  await Promise.all(Array.from({ length: connections }, play))
  agent.destroy()
  return count
}
