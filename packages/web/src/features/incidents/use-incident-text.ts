import type { Occurrence } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useRules } from '../alert-rules/queries.ts'
import { useErrorTypes } from '../error-types/queries.ts'
import { useSensors } from '../sensors/queries.ts'
import { type AlertText, getAlertText } from './alert-text.ts'

/** Returns a function that describes alerts, using the names that are loaded. */
export function useAlertText(services: ReadonlyMap<number, string>): (alert: Occurrence) => AlertText {
  const { t } = useI18n()
  const [rules, sensors, errorTypes] = [useRules(), useSensors(), useErrorTypes()]
  return (alert) => getAlertText(alert, { t, rules, sensors, services, errorTypes })
}
