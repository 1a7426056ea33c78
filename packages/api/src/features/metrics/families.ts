import type { Language } from '@wachta/domain'
import type { MetricFamily, Sample } from './exposition.ts'

/** A service status as a search returns it, with fields of its service. */
export interface MeasuredService {
  readonly service_id: number
  readonly status: 'ok' | 'failure' | 'unknown' | 'paused'
  readonly last_analysis_time: string | null
  readonly average_response_time: number | null
  readonly service: { readonly name: string; readonly type_id: string; readonly group_id: number } | null
}

const statusValues = { ok: 1, failure: 0, unknown: -1, paused: -2 } as const

const helpTexts = {
  info: {
    en: 'The name, type and group of a service.',
    pl: 'Nazwa usługi, jej typ i grupa.',
  },
  status: {
    en: 'The status of the service: 1 ok, 0 failure, -1 unknown, -2 paused.',
    pl: 'Stan usługi: 1 działa, 0 awaria, -1 nieznany, -2 wstrzymana.',
  },
  response_time: {
    en: 'The average response time in the newest analysis.',
    pl: 'Średni czas odpowiedzi w najnowszej analizie.',
  },
  last_analysis: {
    en: 'When the newest analysis was, in seconds since 1970.',
    pl: 'Czas najnowszej analizy, w sekundach od 1970 roku.',
  },
  certificate: {
    en: 'How long the certificate is still valid: whole days, in seconds; negative once it has expired.',
    pl: 'Jak długo certyfikat jest jeszcze ważny: pełne dni, w sekundach; po wygaśnięciu liczba ujemna.',
  },
} as const satisfies Record<string, Record<Language, string>>

const daySeconds = 86_400
const toSeconds = (days: number | undefined): number | undefined => (days === undefined ? undefined : days * daySeconds)

/** Builds the metric families. Unknown values have no sample, because a zero would be wrong. */
export function buildMetricFamilies(
  services: readonly MeasuredService[],
  certificates: ReadonlyMap<number, number>,
  language: Language,
): MetricFamily[] {
  const collectSamples = (getValue: (service: MeasuredService) => number | null | undefined): Sample[] =>
    services.flatMap((service) => {
      const found = getValue(service)
      return found === null || found === undefined ? [] : [{ labels: { service_id: service.service_id }, value: found }]
    })
  const buildFamily = (name: string, help: keyof typeof helpTexts, samples: Sample[]): MetricFamily => ({
    name: `wachta_service_${name}`,
    help: helpTexts[help][language],
    samples,
  })
  return [
    buildFamily(
      'info',
      'info',
      services.flatMap(({ service_id, service }) =>
        service === null
          ? []
          : {
              labels: { service_id, name: service.name, type: service.type_id, group_id: service.group_id },
              value: 1,
            },
      ),
    ),
    buildFamily(
      'status',
      'status',
      collectSamples(({ status }) => statusValues[status]),
    ),
    buildFamily(
      'response_time_seconds',
      'response_time',
      collectSamples(({ average_response_time: ms }) => (ms === null ? null : ms / 1000)),
    ),
    buildFamily(
      'last_analysis_timestamp_seconds',
      'last_analysis',
      collectSamples(({ last_analysis_time: time }) => (time === null ? null : Date.parse(time) / 1000)),
    ),
    buildFamily(
      'certificate_left_seconds',
      'certificate',
      collectSamples(({ service_id }) => toSeconds(certificates.get(service_id))),
    ),
  ]
}
