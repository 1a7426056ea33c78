import {
  computeErrorBudget,
  computeOutageFigures,
  computeServiceLevel,
  listAccountedIntervals,
  type ServiceHistory,
  sumAccounted,
} from '@wachta/domain'
import { closed, nameSchema, type Operation } from '@wachta/resource'
import { decimal, flag, nullable, number, time } from '@wachta/resource/field'
import { type Static, Type } from 'typebox'
import { parseRange, rangeParameters } from '../../platform/range.ts'
import { loadTarget } from '../../platform/service-level-target.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { methodParameters, parseMethod } from './accounting-method.ts'
import { loadServiceHistory } from './service-history.ts'

export const buildPercentageSchema = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, maximum: 100, description })

export const serviceLevelFields = {
  ok_seconds: number({ description: 'With corrections, like the values below.' }).schema,
  failure_seconds: number().schema,
  paused_seconds: number({ description: 'Monitoring was switched off or suspended.' }).schema,
  unknown_seconds: number({ description: 'There were no results, or too few to decide.' }).schema,
  service_level: buildPercentageSchema('100 · ok / (ok + not ok), over the time that counts; null if none does.'),
  raw_service_level: buildPercentageSchema('The same without corrections.'),
}

const buildSecondsField = (description: string) => decimal({ min: 0, max: 1e9, description })

const budgetSchema = Type.Object(
  {
    target: decimal({ min: 0, max: 100, description: 'Of the service, or else of its group; in percent.' }).schema,
    budget_seconds: buildSecondsField(
      'How much of the counted time the service may spend in a status other than ok and still meet the target.',
    ).schema,
    spent_seconds: buildSecondsField('The part of the budget that was spent: counted_not_ok_seconds.').schema,
    left_seconds: decimal({ min: -1e9, max: 1e9, description: 'Negative if the target was missed.' }).schema,
    burn_rate: nullable(
      decimal({ min: 0, max: 1e16, description: 'Spent / budget: 1 spends all of it; null if there is no budget.' }),
    ).schema,
    is_met: nullable(flag({ description: 'Null if no time counts.' })).schema,
  },
  closed,
)

const levelSchema = nameSchema(
  'service_level',
  Type.Object(
    {
      from: time().schema,
      to: time().schema,
      ...serviceLevelFields,
      counted_ok_seconds: number({ description: 'What the service level is computed from.' }).schema,
      counted_not_ok_seconds: number({ description: 'What the service level is computed from.' }).schema,
      failures_count: number({ description: 'Uninterrupted periods of failure, whether or not they count.' }).schema,
      longest_failure_seconds: nullable(number()).schema,
      mean_failure_seconds: nullable(buildSecondsField('The mean time to repair.')).schema,
      mean_seconds_between_failures: nullable(
        buildSecondsField('The mean time between failures, counting only time in which the service was ok.'),
      ).schema,
      error_budget: Type.Unsafe<Static<typeof budgetSchema> | null>({
        ...budgetSchema,
        type: ['object', 'null'],
        description: 'Null if neither the service nor its group has a target.',
      }),
    },
    closed,
  ),
)

/** The operation that computes the service level of a time range. */
export const serviceLevelOperation = (buildServiceOperation: ServiceOperationBuilder): Operation =>
  buildServiceOperation(
    {
      id: 'read_service_level',
      path: '/services/{_id}/history/service_level',
      summary: 'Availability in a time range.',
      description: 'In whole seconds, which add up to the range without its part in the future.',
      query: [...rangeParameters, ...methodParameters],
      result: levelSchema,
    },
    async (service, call) => {
      const method = parseMethod(call)
      const history = { ...(await loadServiceHistory(service, parseRange(call), call)), ...method }
      return { value: computeFigures(history, await loadTarget(service, call)) }
    },
  )

function computeFigures(history: ServiceHistory, target: number | null) {
  const { from, to, ...level } = computeServiceLevel(history)
  const intervals = listAccountedIntervals(history)
  const accounted = sumAccounted(intervals)
  const { failure_seconds: _, ...outages } = computeOutageFigures(intervals)
  return {
    from: formatWireTime(from),
    to: formatWireTime(to),
    ...level,
    counted_ok_seconds: accounted.ok_seconds,
    counted_not_ok_seconds: accounted.not_ok_seconds,
    ...outages,
    error_budget: target === null ? null : computeErrorBudget(target, accounted),
  }
}
