import type { RoleState } from './role-keeper.ts'

/** A process that listens on all addresses is reached on this machine. */
const anyAddresses: readonly [string, ...string[]] = ['0.0.0.0', '::', '127.0.0.1']

/**
 * Throws if the planner reports that the whole pipeline does not work. Without a planner here, the one on another
 * machine checks it.
 */
export async function assertPipelineWorks(states: readonly RoleState[], signal: AbortSignal): Promise<void> {
  const planner = states.find(({ role, state }) => role === 'planner' && state === 'running')
  if (!planner?.metrics_port) return
  const host = process.env['METRICS_HOST'] || anyAddresses[0]
  const reached = anyAddresses.includes(host) ? '127.0.0.1' : host
  const response = await fetch(`http://${reached}:${planner.metrics_port}/ready`, { signal })
  const { failing } = (await response.json()) as { readonly failing: readonly string[] }
  if (failing.includes('flow')) throw new Error('the flow is not well: see GET /ready and the log of the planner')
}
