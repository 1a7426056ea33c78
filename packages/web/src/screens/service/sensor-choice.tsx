import type { Sensor } from '@wachta/client'
import { useSpeech } from '../../language/language.tsx'

interface SensorChoiceProps {
  readonly sensors: readonly Pick<Sensor, 'id' | 'name' | 'location'>[]
  readonly chosen: readonly number[]
  readonly onChange: (chosen: readonly number[]) => void
}

export function SensorChoice({ sensors, chosen, onChange }: SensorChoiceProps) {
  const { t } = useSpeech()
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('sensorChoice.label')}</legend>
      <div className="grid max-h-60 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {sensors.map(({ id, name, location }) => (
          <label key={id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4.5 shrink-0 accent-accent"
            />
            <span>
              {name} <span className="text-sm text-muted">{location !== name && location}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
