import type { Check } from '@wachta/client'
import { Type } from 'typebox'
import { loadErrorNames, loadSensorNames, resolveService } from '../find.ts'
import { summarizeHar } from '../har.ts'
import { noOtherInputs, serviceInput } from '../inputs.ts'
import { type ToolApi, ToolError, tool } from '../tool.ts'
import { isOwnRecord, markUntrusted } from '../untrusted.ts'

const maxHeaderLength = 3000
const maxBodyLength = 2000
/** How many of the newest checks, or of those of one analysis, are searched for the requested one. */
const maxSearchedChecks = 1000

export const getCheckEvidence = tool({
  name: 'get_check_evidence',
  title: 'Evidence of a check',
  description:
    'What a sensor kept of one check: message, response headers, files such as screenshots by name, a summary of the HAR, on request the start of the body. The newest failed check of a service unless analysis_id is given.',
  input: Type.Object(
    {
      service: serviceInput,
      analysis_id: Type.Optional(Type.String({ pattern: '^\\d{15}$' })),
      sensor_id: Type.Optional(Type.Integer({ minimum: 1 })),
      include_body: Type.Optional(Type.Boolean({ description: 'Default false' })),
    },
    noOtherInputs,
  ),
  operations: [
    'list_services',
    'list_checks',
    'list_analysis_checks',
    'read_check_details',
    'list_check_artifacts',
    'read_check_har',
    'read_check_artifact_plain',
    'list_error_types',
  ],
  optional: ['list_sensors'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId, include_body = false, ...wanted }, { api, now }) {
    const service = await resolveService(api, nameOrId)
    const check = await findCheck(api, service.id, { ...wanted, since: weekBefore(now) })
    const path = { _id: service.id, _analysis_id: check.analysis_id, _sensor_id: check.sensor_id }
    const details = await api.call('read_check_details', { path })
    const { items: files } = await api.list('list_check_artifacts', { path })
    const artifactIds = new Set(files.map(({ artifact_id }) => artifact_id))
    const [errorName, sensorName] = [
      await loadErrorNames(api, [check.error_type_id]),
      await loadSensorNames(api, [check.sensor_id]),
    ]
    return {
      ...(isOwnRecord(service) && { service: service.name }),
      analysis_id: check.analysis_id,
      sensor_id: check.sensor_id,
      sensor: sensorName(check.sensor_id),
      time: check.time,
      result: check.result,
      error: errorName(check.error_type_id),
      step: check.path_step,
      response_time_ms: check.response_time,
      files: files.map(({ artifact_id, size, is_cut }) => ({ artifact_id, size, is_cut })),
      ...markUntrusted(
        {
          ...(!isOwnRecord(service) && { service: service.name }),
          error_message: check.error_message,
          url: details.base_url,
          content_type: details.content_type,
          response_headers: details.response_headers,
          ...(artifactIds.has('har') && {
            har: summarizeHar(await (await api.call('read_check_har', { path })).text()),
          }),
          ...(include_body && artifactIds.has('content') && { body_start: await readBody(api, path) }),
        },
        maxHeaderLength,
      ),
    }
  },
})

interface EvidenceQuery {
  readonly analysis_id?: string | undefined
  readonly sensor_id?: number | undefined
  /** Where the search for a failed check ends. */
  readonly since: string
}

/**
 * Finds the requested check, of the given sensor if there is one. In an analysis, a failed check is preferred; without
 * an analysis, the newest failed check is taken.
 */
async function findCheck(
  api: ToolApi<'list_checks' | 'list_analysis_checks'>,
  service: number,
  { analysis_id, sensor_id, since }: EvidenceQuery,
): Promise<Check> {
  const { items } =
    analysis_id === undefined
      ? await api.list('list_checks', {
          path: { _id: service },
          query: { from: since, limit: maxSearchedChecks, sort: '-time' },
        })
      : await api.list('list_analysis_checks', {
          path: { _id: service, _analysis_id: analysis_id },
          query: { limit: maxSearchedChecks },
        })
  const sensorChecks = items.filter((check) => sensor_id === undefined || check.sensor_id === sensor_id)
  const failed = sensorChecks.find(({ result }) => result === 'error')
  const found = failed ?? (analysis_id === undefined ? undefined : sensorChecks[0])
  if (found) return found
  throw new ToolError(
    'There is no such check. Without analysis_id, only failed checks of the last seven days are found.',
  )
}

const weekBefore = (now: Date): string => new Date(now.getTime() - 7 * 86_400_000).toISOString()

type CheckPath = { readonly _id: number; readonly _analysis_id: string; readonly _sensor_id: number }

async function readBody(api: ToolApi<'read_check_artifact_plain'>, path: CheckPath): Promise<string> {
  const content = await api.call('read_check_artifact_plain', { path: { ...path, _artifact_id: 'content' } })
  // Four bytes per character at most; more is never shown.
  return (await content.slice(0, 4 * maxBodyLength).text()).slice(0, maxBodyLength)
}
