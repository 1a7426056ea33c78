import { useQuery } from '@tanstack/react-query'
import type { Sensor } from '@wachta/client'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import { getSensorHealth, healthMarks } from './health.ts'
import { sensorStatusQuery } from './queries.ts'
import { sensorTexts } from './texts.ts'

/** The health of a sensor, as a shape and a word. */
export function HealthMark({ sensor }: { readonly sensor: Sensor }) {
  const texts = useTexts(sensorTexts)
  const { data } = useQuery(sensorStatusQuery(sensor.id))
  if (!data) return '…'
  const health = getSensorHealth(sensor.is_active, data)
  return <StatusMark status={healthMarks[health]} text={texts(`sensors.health.${health}`)} />
}
