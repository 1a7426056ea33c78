import { useQuery } from '@tanstack/react-query'
import type { Sensor } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { healthMarks, sensorHealth } from './health.ts'
import { sensorStatusQuery } from './queries.ts'

/** The health of a sensor, as a shape and a word. */
export function HealthMark({ sensor }: { readonly sensor: Sensor }) {
  const { t } = useI18n()
  const { data } = useQuery(sensorStatusQuery(sensor.id))
  if (!data) return '…'
  const health = sensorHealth(sensor.is_active, data)
  return <StatusMark status={healthMarks[health]} word={t(`sensors.health.${health}`)} />
}
