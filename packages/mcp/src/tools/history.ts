import { Type } from 'typebox'
import { loadErrorNames, loadSensorNames, resolveService } from '../find.ts'
import { limitInput, noOtherInputs, rangeInputs, serviceInput } from '../inputs.ts'
import { readRange } from '../times.ts'
import { tool } from '../tool.ts'
import { markUntrusted, separateForeign } from '../untrusted.ts'

export const listStatusChanges = tool({
  name: 'list_status_changes',
  title: 'Status changes',
  description: 'When a service went up or down in a period, newest first, with the error of each failure.',
  input: Type.Object({ service: serviceInput, ...rangeInputs, limit: limitInput(50) }, noOtherInputs),
  operations: ['list_services', 'list_status_changes', 'list_error_types'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId, limit = 50, ...range }, { api, now }) {
    const service = await resolveService(api, nameOrId)
    const { items, total } = await api.list('list_status_changes', {
      path: { _id: service.id },
      query: { ...readRange(range, now), limit, sort: '-start_time' },
    })
    const errorName = await loadErrorNames(
      api,
      items.map(({ error_type_id }) => error_type_id),
    )
    return {
      ...separateForeign(service, { service: service.name }),
      changes: items.map(({ status, start_time, end_time, error_type_id, corrected, description }) => ({
        status,
        start: start_time,
        end: end_time,
        error: errorName(error_type_id),
        corrected,
        ...markUntrusted({ description }),
      })),
      total,
    }
  },
})

export const listChecks = tool({
  name: 'list_checks',
  title: 'Checks of a service',
  description:
    'Single check results by sensor in a period, newest first: response time, error, analysis_id for get_check_evidence.',
  input: Type.Object(
    {
      service: serviceInput,
      ...rangeInputs,
      only_errors: Type.Optional(Type.Boolean({ description: 'Errors among the newest 1000; default false' })),
      limit: limitInput(20),
    },
    noOtherInputs,
  ),
  operations: ['list_services', 'list_checks', 'list_error_types'],
  optional: ['list_sensors'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId, only_errors = false, limit = 20, ...range }, { api, now }) {
    const service = await resolveService(api, nameOrId)
    const { items } = await api.list('list_checks', {
      path: { _id: service.id },
      query: { ...readRange(range, now), limit: only_errors ? 1000 : limit, sort: '-time' },
    })
    const checks = items.filter(({ result }) => !only_errors || result === 'error').slice(0, limit)
    const errorName = await loadErrorNames(
      api,
      checks.map(({ error_type_id }) => error_type_id),
    )
    const sensorName = await loadSensorNames(
      api,
      checks.map(({ sensor_id }) => sensor_id),
    )
    return {
      ...separateForeign(service, { service: service.name }),
      checks: checks.map((check) => ({
        time: check.time,
        sensor_id: check.sensor_id,
        sensor: sensorName(check.sensor_id),
        result: check.result,
        response_time_ms: check.response_time,
        error: errorName(check.error_type_id),
        analysis_id: check.analysis_id,
        ...markUntrusted({ error_message: check.error_message }),
      })),
    }
  },
})

export const getServiceLevel = tool({
  name: 'get_service_level',
  title: 'Service level',
  description:
    'Availability of a service in a period in percent, downtime, failures, and the error budget if it has a target.',
  input: Type.Object({ service: serviceInput, ...rangeInputs }, noOtherInputs),
  operations: ['list_services', 'read_service_level'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId, ...range }, { api, now }) {
    const service = await resolveService(api, nameOrId)
    const level = await api.call('read_service_level', { path: { _id: service.id }, query: readRange(range, now) })
    return {
      ...separateForeign(service, { service: service.name }),
      from: level.from,
      to: level.to,
      service_level_percent: level.service_level,
      measured_percent: level.raw_service_level,
      down_seconds: level.failure_seconds,
      unknown_seconds: level.unknown_seconds,
      paused_seconds: level.paused_seconds,
      failures: level.failures_count,
      longest_failure_seconds: level.longest_failure_seconds,
      mean_seconds_to_repair: level.mean_failure_seconds,
      ...(level.error_budget && {
        target_percent: level.error_budget.target,
        budget_seconds: level.error_budget.budget_seconds,
        budget_left_seconds: level.error_budget.left_seconds,
        target_met: level.error_budget.is_met,
      }),
    }
  },
})
