import { useId } from 'react'
import { FormField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { BrowserFields } from './browser-fields.tsx'
import { HttpFields } from './http-fields.tsx'
import { type ListButton, ListButtons } from './list-buttons.tsx'
import type { Step, StepsKind } from './step-model.ts'
import { type StepProblem, toProblemsAt } from './step-problems.ts'
import { summarizeStep } from './step-summary.ts'
import { getText } from './step-values.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface ScenarioStepCardProps {
  readonly kind: StepsKind
  readonly step: Step
  readonly position: { readonly number: number; readonly count: number }
  readonly isOpen: boolean
  readonly problems: readonly StepProblem[]
  readonly disabled: boolean
  readonly onToggle: () => void
  readonly onChange: (step: Step) => void
  readonly onMove: (by: number) => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One step: a line that says what it does, and its fields when it is open. */
export function ScenarioStepCard(props: ScenarioStepCardProps) {
  const { kind, step, position, isOpen, problems, disabled, onChange } = props
  const t = useStepTranslate()
  const id = useId()
  const set = (changes: Step) => onChange({ ...step, ...changes })
  const problemsAt = toProblemsAt(problems)
  const fieldProps = { step, onChange: set, problemsAt, disabled }
  return (
    <fieldset className="min-w-0 rounded-md border border-line bg-surface">
      <legend className="sr-only">{t('step', { number: position.number })}</legend>
      <CardHeader {...props} controls={id} />
      {isOpen && (
        <div id={id} className="border-t border-line p-4">
          <fieldset disabled={disabled} className="grid min-w-0 gap-4">
            <FormField label={t('name')} fieldErrors={problemsAt('name')}>
              {(fieldIds) => (
                <TextInput
                  {...fieldIds}
                  data-button="name"
                  value={getText(step, 'name')}
                  onChange={(event) => set({ name: event.target.value })}
                />
              )}
            </FormField>
            {kind === 'http_steps' ? <HttpFields {...fieldProps} /> : <BrowserFields {...fieldProps} />}
          </fieldset>
        </div>
      )}
    </fieldset>
  )
}

function CardHeader(props: ScenarioStepCardProps & { readonly controls: string }) {
  const { kind, step, position, isOpen, problems, disabled, controls } = props
  const { number, count } = position
  const t = useStepTranslate()
  const name = getText(step, 'name')
  const [up, down] = [t('moveUp', { number }), t('moveDown', { number })]
  const buttons: readonly ListButton[] = [
    { id: 'up', icon: 'up', label: up, disabled: number === 1, onClick: () => props.onMove(-1) },
    { id: 'down', icon: 'down', label: down, disabled: number === count, onClick: () => props.onMove(1) },
    { id: 'duplicate', icon: 'duplicate', label: t('duplicate', { number }), onClick: props.onDuplicate },
    { id: 'remove', icon: 'remove', label: t('remove', { number }), onClick: props.onRemove },
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-2 p-1">
      <button
        type="button"
        data-button="toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? controls : undefined}
        onClick={props.onToggle}
        className="flex min-h-(--control) min-w-0 flex-[1_1_9rem] items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
      >
        <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
        <span className="w-5 shrink-0 text-right text-muted tabular-nums">{number}</span>
        <span className="grid min-w-0 grow gap-x-3 sm:flex sm:items-baseline">
          <span className={`shrink-0 truncate sm:max-w-72 ${name === '' ? 'text-muted' : 'font-medium'}`}>
            {name === '' ? t('noName') : name}
          </span>
          {!isOpen && <span className="truncate text-sm text-muted">{summarizeStep(step, kind, t)}</span>}
        </span>
        {step['cleanup'] === true && (
          <span className="shrink-0 rounded-full border border-line px-2 text-sm text-muted">{t('cleanupShort')}</span>
        )}
        {problems.length > 0 && (
          <span className="shrink-0 text-sm whitespace-nowrap text-failure">
            ▲ {t('problems', { count: problems.length })}
          </span>
        )}
      </button>
      {!disabled && (
        <div className={isOpen ? '' : 'max-sm:hidden'}>
          <ListButtons buttons={buttons} />
        </div>
      )}
    </div>
  )
}
