import { readChecks } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'

/** An analysis to send; `time` is in epoch milliseconds. */
export interface OutgoingAnalysis {
  readonly service_id: number
  readonly account_id: number
  readonly type_id: string
  readonly time: number
  readonly failure: boolean
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly checks: Uint8Array
}

type PointValue = { readonly asInt: string } | { readonly asDouble: number }
type Attribute = {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}

const results = ['ok', 'error', 'unknown'] as const

/** Converts analyses to OTLP metrics in JSON, with data points at the time of the analysis. */
export function toMetrics(analyses: readonly OutgoingAnalysis[], cell: string): object {
  const metrics = [
    toGauge(
      { name: 'failure', unit: '1', description: 'Whether the analysis found a failure: 1 or 0.' },
      analyses.map((one) => toDataPoint(one, { asInt: one.failure ? '1' : '0' })),
    ),
    toGauge(
      { name: 'checks', unit: '{check}', description: 'Checks of the analysis, by result.' },
      analyses.flatMap((one) =>
        results.map((result) =>
          toDataPoint(one, { asInt: String(one[result]) }, [toTextAttribute('wachta.result', result)]),
        ),
      ),
    ),
    toGauge(
      {
        name: 'response_time',
        unit: 'ms',
        description: 'The average response time of the checks that were ok.',
      },
      analyses.flatMap((one) => {
        const time = computeResponseTime(one)
        return time === undefined ? [] : [toDataPoint(one, { asDouble: time })]
      }),
    ),
  ]
  const resource = { attributes: [toTextAttribute('service.name', 'wachta'), toTextAttribute('wachta.cell', cell)] }
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'wachta.reporter' }, metrics }] }] }
}

/** Name, unit and description of an OpenTelemetry metric. */
interface MetricDescription {
  readonly name: string
  readonly unit: string
  readonly description: string
}

const toGauge = ({ name, unit, description }: MetricDescription, dataPoints: object[]) => ({
  ...{ name: `wachta.analysis.${name}`, unit, description },
  gauge: { dataPoints },
})

function toDataPoint(
  { service_id, account_id, type_id, time }: OutgoingAnalysis,
  value: PointValue,
  extraAttributes: Attribute[] = [],
): object {
  const attributes = [
    toIntegerAttribute('wachta.service_id', service_id),
    toIntegerAttribute('wachta.account_id', account_id),
    toTextAttribute('wachta.type', type_id),
    ...extraAttributes,
  ]
  return { attributes, timeUnixNano: `${time}000000`, ...value }
}

function computeResponseTime({ service_id, checks }: OutgoingAnalysis): number | undefined {
  const recorded = readChecks(checks, () => reportUnreadable('analysis.checks', service_id))
  const times = recorded.flatMap(({ result, response_time }) =>
    result === 'ok' && response_time !== null ? [response_time] : [],
  )
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length
}

const toTextAttribute = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } })
const toIntegerAttribute = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } })
