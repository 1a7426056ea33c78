import { useI18n } from '../../app/i18n/language.tsx'
import { jobCheckSensorId } from '../heartbeats/queries.ts'
import { useSensors } from '../sensors/queries.ts'

/** Returns a function that finds the name of a sensor by id; for a heartbeat, it names the job that reported itself. */
export function useSensorName(): (id: number) => string {
  const { t } = useI18n()
  const sensors = useSensors()
  return (id) =>
    id === jobCheckSensorId ? t('heartbeat.reporter') : (sensors.get(id)?.name ?? t('checks.sensor', { id }))
}
