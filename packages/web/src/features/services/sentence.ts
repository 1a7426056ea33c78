import type { ErrorType } from '@wachta/client'
import type { Formats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Watched } from './queries.ts'
import { stateOf } from './state.ts'

interface Speaker {
  readonly t: Translate
  readonly formats: Formats
  readonly errorTypes: ReadonlyMap<number, Pick<ErrorType, 'name'>>
  readonly now: Date
}

type Told = Pick<Watched, 'status' | 'since' | 'average_response_time' | 'failing' | 'error_type_id' | 'is_suspended'>

/** How a service is doing, as one would say it over the phone. `sensors` is how many were asked, where that is known. */
export function sentenceOf(service: Told, { t, formats, errorTypes, now }: Speaker, sensors?: number): string {
  const since = formats.since(service.since, now)
  const state = stateOf(service)
  switch (state) {
    case 'failure': {
      const why = service.error_type_id === null ? undefined : errorTypes.get(service.error_type_id)?.name
      const failing = service.failing.length
      const what =
        sensors === undefined || sensors < failing
          ? t('sentence.failure', { since, failing })
          : t('sentence.failureOf', { since, failing, sensors })
      return why ? t('sentence.because', { what, why }) : what
    }
    case 'unknown':
      return t('sentence.unknown', { since })
    case 'paused':
      return t(service.is_suspended ? 'sentence.suspended' : 'sentence.paused', { since })
    case 'slow':
      return t('sentence.slow', { since, time: formats.milliseconds(service.average_response_time) })
    case 'ok':
      return t('sentence.ok', { since })
  }
}
