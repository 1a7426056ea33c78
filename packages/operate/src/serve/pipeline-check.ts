import { toMetricsUrl } from './metrics-address.ts'
import type { RoleState } from './role-keeper.ts'

/**
 * Throws if the planner reports that the pipeline as a whole does not work. If no planner runs here, the supervisor on
 * the machine of the planner checks this.
 */
export async function assertPipelineWorks(states: readonly RoleState[], signal: AbortSignal): Promise<void> {
  const planner = states.find(({ role, state }) => role === 'planner' && state === 'running')
  if (!planner?.metrics_port) return
  const url = toMetricsUrl(process.env['METRICS_HOST'] ?? '', planner.metrics_port)
  const response = await fetch(`${url}/ready`, { signal })
  const { failing } = (await response.json()) as { readonly failing: readonly string[] }
  if (failing.includes('flow'))
    throw new Error(
      'the pipeline from checks to notifications has a problem: see GET /ready and the log of the planner',
    )
}
