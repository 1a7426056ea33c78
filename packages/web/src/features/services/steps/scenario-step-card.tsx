import { useI18n } from '../../../app/i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormField } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { EntryRows } from './entry-rows.tsx'
import { HttpFields } from './http-fields.tsx'
import { actionKinds, type Step, type StepsKind } from './step-model.ts'
import { entriesOf, textOf } from './step-values.ts'

interface ScenarioStepCardProps {
  readonly kind: StepsKind
  readonly step: Step
  readonly place: { readonly number: number; readonly count: number }
  readonly disabled: boolean
  readonly onChange: (step: Step) => void
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
}

/** The fields of one step, with buttons to move and remove it. */
export function ScenarioStepCard({ kind, step, place, disabled, onChange, onMove, onRemove }: ScenarioStepCardProps) {
  const { t } = useI18n()
  const { number, count } = place
  const set = (changes: Step) => onChange({ ...step, ...changes })
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-medium">{t('steps.step', { number })}</legend>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 grow">
          <FormField label={t('steps.name')}>
            {(described) => (
              <TextInput
                {...described}
                value={textOf(step, 'name')}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </FormField>
        </div>
        {!disabled && (
          <div className="flex gap-1">
            <Button
              size="small"
              disabled={number === 1}
              aria-label={t('steps.moveUp', { number })}
              onClick={() => onMove(-1)}
            >
              <span aria-hidden="true">↑</span>
            </Button>
            <Button
              size="small"
              disabled={number === count}
              aria-label={t('steps.moveDown', { number })}
              onClick={() => onMove(1)}
            >
              <span aria-hidden="true">↓</span>
            </Button>
            <Button size="small" aria-label={t('steps.remove', { number })} onClick={onRemove}>
              {t('steps.removeShort')}
            </Button>
          </div>
        )}
      </div>
      {kind === 'http_steps' ? (
        <HttpFields step={step} onChange={set} disabled={disabled} />
      ) : (
        <EntryRows
          label={t('steps.actions')}
          add={t('steps.addAction')}
          kinds={actionKinds}
          nameOf={(each) => t(`steps.action.${each}`)}
          blank={{ click: '' }}
          entries={entriesOf(step, 'actions')}
          onChange={(actions) => set({ actions })}
          disabled={disabled}
        />
      )}
    </fieldset>
  )
}
