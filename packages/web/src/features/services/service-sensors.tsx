import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSensors } from '../sensors/queries.ts'
import { sensorChoiceQuery } from './queries.ts'
import { SensorChoice } from './sensor-choice.tsx'
import { listOfferedSensors, listSelectable } from './sensor-settings.ts'

interface ServiceSensorsProps {
  readonly service: Service
  /** Null for the sensors of the group. */
  readonly chosen: readonly number[] | null
  readonly onChange: (chosen: readonly number[] | null) => void
  readonly fieldErrors: readonly string[]
  readonly isReadOnly: boolean
}

/** Selects the sensors of a service: those of its group, or its own selection, which can include private ones. */
export function ServiceSensors({ service, chosen, onChange, fieldErrors, isReadOnly }: ServiceSensorsProps) {
  const { t, formats } = useI18n()
  const sensorsById = useSensors()
  const { data, error } = useQuery(sensorChoiceQuery(service.id))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows count={3} label={t('common.loading')} />
  const watchingNames = data.watching.map((id) => sensorsById.get(id)?.name ?? t('checks.sensor', { id }))
  return (
    <fieldset disabled={isReadOnly} className="grid gap-3">
      <legend className="mb-3 text-lg font-semibold">{t('settings.sensors')}</legend>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={chosen === null}
          onChange={() => onChange(chosen === null ? listSelectable(data.watching, data.available) : null)}
          className="size-4.5 accent-accent"
        />
        {t('settings.sensorsOfGroup')}
      </label>
      {chosen === null ? (
        watchingNames.length > 0 && (
          <p className="text-sm text-muted">{t('settings.watchedFrom', { sensors: formats.list(watchingNames) })}</p>
        )
      ) : (
        <>
          <SensorChoice
            sensors={listOfferedSensors(data.available, service.sensor_ids ?? [], sensorsById)}
            chosen={chosen}
            onChange={onChange}
          />
          <p className="text-sm text-muted">{t('settings.noSensors')}</p>
        </>
      )}
      {fieldErrors.length > 0 && (
        <p role="alert" className="text-sm text-failure">
          <span aria-hidden="true">▲ </span>
          {[...new Set(fieldErrors)].join(' ')}
        </p>
      )}
    </fieldset>
  )
}
