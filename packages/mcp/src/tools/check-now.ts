import { type Analysis, ApiError } from '@wachta/client'
import { Type } from 'typebox'
import { loadErrorNames, resolveService } from '../find.ts'
import { noOtherInputs, serviceInput } from '../inputs.ts'
import { type ToolApi, tool } from '../tool.ts'
import { separateForeign } from '../untrusted.ts'
import { waitFor } from '../wait-for.ts'

/** Shorter than the time after which clients give up. */
const maxWaitSeconds = 30

export const checkNow = tool({
  name: 'check_now',
  title: 'Check a service now',
  description: 'Check a service from all its sensors now and wait for the result, for example to see if a fix works.',
  input: Type.Object({ service: serviceInput }, noOtherInputs),
  operations: ['list_services', 'force_analysis', 'read_analysis', 'list_error_types'],
  effect: 'change',
  showsUntrusted: true,
  reachesOut: true,
  async run({ service: nameOrId }, { api, signal }) {
    const service = await resolveService(api, nameOrId)
    const { analysis_id } = await api.call('force_analysis', { path: { _id: service.id } })
    const path = { _id: service.id, _analysis_id: analysis_id }
    const analysis = await waitFor(maxWaitSeconds, signal, () => readAnalysis(api, path))
    if (!analysis)
      return {
        ...separateForeign(service, { service: service.name }),
        analysis_id,
        result: 'pending',
        next: 'list_checks shows the result when it is available',
      }
    const errorName = await loadErrorNames(api, [analysis.error_type_id])
    return {
      ...separateForeign(service, { service: service.name }),
      analysis_id,
      result: chooseVerdict(analysis),
      ok_sensors: analysis.ok_checks_count,
      error_sensors: analysis.error_checks_count,
      unknown_sensors: analysis.unknown_checks_count,
      error: errorName(analysis.error_type_id),
    }
  },
})

function chooseVerdict({
  failure,
  ok_checks_count: ok,
  error_checks_count: error,
  unknown_checks_count: unknown,
}: Analysis): 'up' | 'down' | 'unknown' {
  // Without the results of half of the sensors there is no verdict.
  if (ok + error === 0 || ok + error < unknown) return 'unknown'
  return failure ? 'down' : 'up'
}

async function readAnalysis(
  api: ToolApi<'read_analysis'>,
  path: { readonly _id: number; readonly _analysis_id: string },
): Promise<Analysis | undefined> {
  return api.call('read_analysis', { path }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}
