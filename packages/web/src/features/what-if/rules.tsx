import type { Sensor, Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { WhatIfTrial } from './queries.ts'

interface RulesProps {
  readonly service: Service
  readonly sensors: readonly Sensor[]
  readonly trial: WhatIfTrial
  readonly onChange: (trial: WhatIfTrial) => void
}

/** The default error tolerance of the API. */
const defaultTolerance = 51
const delays = [0, 60, 120, 300, 600, 900, 1800, 3600]

export function Rules({ service, sensors, trial, onChange }: RulesProps) {
  const { t, formats } = useI18n()
  const current = getTolerance(service)
  const tolerance = trial.tolerance ?? current
  return (
    <div className="grid gap-x-8 gap-y-5 rounded-md border border-line bg-surface p-4 sm:grid-cols-2">
      <FormField
        label={t('whatIf.tolerance')}
        hint={t('whatIf.toleranceHint', { present: `${formats.number(current)}%` })}
      >
        {(fieldIds) => (
          <Slider
            fieldIds={fieldIds}
            minimum={0}
            maximum={100}
            value={tolerance}
            valueText={`${formats.number(tolerance)}%`}
            onChange={(next) => onChange({ ...trial, tolerance: next === current ? null : next })}
          />
        )}
      </FormField>
      <FormField label={t('whatIf.delay')} hint={t('whatIf.delayHint')}>
        {(fieldIds) => (
          <Select
            {...fieldIds}
            value={String(trial.delay)}
            choices={delays.map((delay) => ({
              value: String(delay),
              label: delay === 0 ? t('whatIf.atOnce') : formats.duration(delay),
            }))}
            onChoose={(delay) => onChange({ ...trial, delay: Number(delay) })}
          />
        )}
      </FormField>
      {sensors.length > 1 && (
        <fieldset className="sm:col-span-2">
          <legend className="mb-1.5 text-sm font-medium">{t('whatIf.sensors')}</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1">
            {sensors.map(({ id, name }) => {
              const isSelected = trial.sensors?.includes(id) ?? true
              return (
                <label key={id} className="flex min-h-8 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={isSelected}
                    // At least one sensor must be selected.
                    disabled={isSelected && trial.sensors?.length === 1}
                    onChange={() => onChange({ ...trial, sensors: toggleSensor(sensors, trial.sensors, id) })}
                    className="size-4.5 accent-accent"
                  />
                  {name}
                </label>
              )
            })}
          </div>
        </fieldset>
      )}
    </div>
  )
}

/** Returns the error tolerance that the service has now. */
export function getTolerance({ extended_settings }: Pick<Service, 'extended_settings'>): number {
  const { error_tolerance } = extended_settings
  return typeof error_tolerance === 'number' ? error_tolerance : defaultTolerance
}

/** Selects or deselects a sensor; if all are selected, returns null, which means the same. */
function toggleSensor(all: readonly Sensor[], chosen: WhatIfTrial['sensors'], id: number): WhatIfTrial['sensors'] {
  const ids = all.map((sensor) => sensor.id)
  const before = chosen ?? ids
  const after = before.includes(id)
    ? before.filter((each) => each !== id)
    : ids.filter((each) => each === id || before.includes(each))
  return after.length === ids.length ? null : after
}
