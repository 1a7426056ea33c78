import type { ExtendedSettingFormat } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../../app/i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import type { FieldIds } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import { ScenarioStepCard } from './scenario-step-card.tsx'
import { moveItem, newStep, parseSteps, type StepsKind, writeSteps } from './step-model.ts'

interface StepsEditorProps {
  readonly format: Pick<ExtendedSettingFormat, 'name'>
  readonly kind: StepsKind
  /** The steps as JSON. */
  readonly draft: string
  readonly onChange: (draft: string) => void
  readonly described: FieldIds
  readonly disabled: boolean
}

/** Edits the steps of a scenario one by one, or as JSON. */
export function StepsEditor({ format, kind, draft, onChange, described, disabled }: StepsEditorProps) {
  const { t } = useI18n()
  const [isJsonWanted, setJsonWanted] = useState(false)
  const steps = parseSteps(draft, kind)
  const isJson = isJsonWanted || steps === null
  const change = (next: readonly Readonly<Record<string, unknown>>[]) => onChange(writeSteps(next))
  return (
    <div className="grid w-full gap-3">
      <div className="flex items-center gap-2.5 text-sm">
        <Switch
          label={t('steps.json')}
          checked={isJson}
          disabled={steps === null}
          onChange={(checked) => setJsonWanted(checked)}
        />
        <span aria-hidden="true">{t('steps.json')}</span>
        {steps === null && <span className="text-muted">{t('steps.onlyJson')}</span>}
      </div>
      {isJson ? (
        <TextArea
          {...described}
          disabled={disabled}
          value={draft}
          rows={16}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <fieldset id={described.id} aria-describedby={described['aria-describedby']} className="grid min-w-0 gap-3">
          <legend className="sr-only">{format.name}</legend>
          {steps.map((step, index) => (
            <ScenarioStepCard
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing else that identifies them
              key={index}
              kind={kind}
              step={step}
              place={{ number: index + 1, count: steps.length }}
              disabled={disabled}
              onChange={(next) => change(steps.with(index, next))}
              onMove={(by) => change(moveItem(steps, index, by))}
              onRemove={() => change(steps.toSpliced(index, 1))}
            />
          ))}
          {!disabled && (
            <div>
              <Button size="small" onClick={() => change([...steps, newStep(kind)])}>
                {t('steps.add')}
              </Button>
            </div>
          )}
        </fieldset>
      )}
    </div>
  )
}
