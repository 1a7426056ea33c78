import { readChecks } from '@wachta/domain'
import { reportUnreadable } from '@wachta/runtime'

/** An analysis on its way out; `time` in epoch milliseconds. */
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

type Value = { readonly asInt: string } | { readonly asDouble: number }
type Attribute = {
  readonly key: string
  readonly value: { readonly stringValue: string } | { readonly intValue: string }
}

const results = ['ok', 'error', 'unknown'] as const

/** Analyses as metrics of OTLP, in its JSON form: a point for each, at the time of the analysis. */
export function toMetrics(analyses: readonly OutgoingAnalysis[], cell: string): object {
  const metrics = [
    gauge(
      { name: 'failure', unit: '1', description: 'Whether the analysis found a failure: 1 or 0.' },
      analyses.map((one) => point(one, { asInt: one.failure ? '1' : '0' })),
    ),
    gauge(
      { name: 'checks', unit: '{check}', description: 'Checks of the analysis, by result.' },
      analyses.flatMap((one) =>
        results.map((result) => point(one, { asInt: String(one[result]) }, [text('wachta.result', result)])),
      ),
    ),
    gauge(
      {
        name: 'response_time',
        unit: 'ms',
        description: 'The average response time of the checks that were ok.',
      },
      analyses.flatMap((one) => {
        const time = responseTime(one)
        return time === undefined ? [] : [point(one, { asDouble: time })]
      }),
    ),
  ]
  const resource = { attributes: [text('service.name', 'wachta'), text('wachta.cell', cell)] }
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'wachta.reporter' }, metrics }] }] }
}

/** Name, unit and description of an OpenTelemetry metric. */
interface MetricDescription {
  readonly name: string
  readonly unit: string
  readonly description: string
}

const gauge = ({ name, unit, description }: MetricDescription, dataPoints: object[]) => ({
  ...{ name: `wachta.analysis.${name}`, unit, description },
  gauge: { dataPoints },
})

function point(
  { service_id, account_id, type_id, time }: OutgoingAnalysis,
  value: Value,
  more: Attribute[] = [],
): object {
  const attributes = [
    whole('wachta.service_id', service_id),
    whole('wachta.account_id', account_id),
    text('wachta.type', type_id),
    ...more,
  ]
  return { attributes, timeUnixNano: `${time}000000`, ...value }
}

function responseTime({ service_id, checks }: OutgoingAnalysis): number | undefined {
  const read = readChecks(checks, () => reportUnreadable('analysis.checks', service_id))
  const times = read.flatMap(({ result, response_time }) =>
    result === 'ok' && response_time !== null ? [response_time] : [],
  )
  return times.length === 0 ? undefined : times.reduce((sum, time) => sum + time, 0) / times.length
}

const text = (key: string, stringValue: string): Attribute => ({ key, value: { stringValue } })
const whole = (key: string, value: number): Attribute => ({ key, value: { intValue: String(value) } })
