import { useI18n } from '../../app/i18n/language.tsx'
import type { OfferedSensor } from './sensor-settings.ts'

interface SensorChoiceProps {
  readonly sensors: readonly OfferedSensor[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

export function SensorChoice({ sensors, chosen, onChange }: SensorChoiceProps) {
  const { t } = useI18n()
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('sensorChoice.label')}</legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {sensors.map(({ id, name, location, owner_id }) => (
          <label key={id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <span>
              {name}{' '}
              <span className="text-sm text-muted">
                {[location !== name && location, owner_id !== null && t('sensors.private')].filter(Boolean).join(', ')}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
