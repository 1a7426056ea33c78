import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { useSensors } from '../sensors/queries.ts'
import { getIncidentText, type IncidentText } from './incident-text.ts'

/** Returns a function that names incidents, using the names that are loaded. */
export function useIncidentText(): (incident: Incident) => IncidentText {
  const { t } = useI18n()
  const [sensors, errorTypes] = [useSensors(), useErrorTypes()]
  return (incident) => getIncidentText(incident, { t, sensors, errorTypes })
}
