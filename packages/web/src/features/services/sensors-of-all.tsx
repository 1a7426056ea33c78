import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { sensorChoiceQuery } from './queries.ts'
import { SensorChoice } from './sensor-choice.tsx'
import { listOfferedSensors, listSelectable } from './sensor-settings.ts'

interface SensorsOfAllProps {
  /** How many services are chosen. */
  readonly count: number
  /** The service whose available sensors are offered; the API rejects those that another service cannot use. */
  readonly serviceId: number
  readonly chosen: readonly number[] | null
  readonly onChange: (chosen: readonly number[] | null) => void
}

/** Selects whether services use the sensors of their groups or their own selection. */
export function SensorsOfAll({ count, serviceId, chosen, onChange }: SensorsOfAllProps) {
  const { t } = useI18n()
  const { data, error, refetch } = useQuery(sensorChoiceQuery(serviceId))
  return (
    <div className="mb-4 grid gap-3">
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={() =>
            onChange(chosen === null ? (data ? listSelectable(data.watching, data.available) : []) : null)
          }
          className="size-4.5 accent-accent"
        />
        {t('bulk.sensorsOfGroup', { count })}
      </label>
      {chosen !== null &&
        (data ? (
          <SensorChoice sensors={listOfferedSensors(data.available)} chosen={chosen} onChange={onChange} />
        ) : error ? (
          <Failed error={error} reset={() => void refetch()} />
        ) : (
          <SkeletonRows count={3} label={t('common.loading')} />
        ))}
    </div>
  )
}
