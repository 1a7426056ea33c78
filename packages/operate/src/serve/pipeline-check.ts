import type { RoleState } from './role-keeper.ts'

/** METRICS_HOST values for which the process is reachable on the loopback address. */
const anyAddresses: readonly [string, ...string[]] = ['0.0.0.0', '::', '127.0.0.1']

/**
 * Throws if the planner reports that the pipeline as a whole does not work. If no planner runs here, the supervisor on
 * its machine checks this.
 */
export async function assertPipelineWorks(states: readonly RoleState[], signal: AbortSignal): Promise<void> {
  const planner = states.find(({ role, state }) => role === 'planner' && state === 'running')
  if (!planner?.metrics_port) return
  const host = process.env['METRICS_HOST'] || anyAddresses[0]
  const address = anyAddresses.includes(host) ? '127.0.0.1' : host
  const response = await fetch(`http://${address}:${planner.metrics_port}/ready`, { signal })
  const { failing } = (await response.json()) as { readonly failing: readonly string[] }
  if (failing.includes('flow'))
    throw new Error(
      'the pipeline from checks to notifications has a problem: see GET /ready and the log of the planner',
    )
}
