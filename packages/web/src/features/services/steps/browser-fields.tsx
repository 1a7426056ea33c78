import { useId } from 'react'
import { Switch } from '../../../ui/switch.tsx'
import { createAction } from './action-model.ts'
import { ActionRow } from './action-row.tsx'
import { EntryList } from './entry-list.tsx'
import type { Step } from './step-model.ts'
import type { ProblemsAt } from './step-problems.ts'
import { getEntries } from './step-values.ts'
import { useStepTranslate } from './use-step-texts.ts'

interface BrowserFieldsProps {
  readonly step: Step
  readonly onChange: (changes: Step) => void
  readonly problemsAt: ProblemsAt
  readonly disabled: boolean
}

/** The actions of a step in a browser, and whether it cleans up after the others. */
export function BrowserFields({ step, onChange, problemsAt, disabled }: BrowserFieldsProps) {
  const t = useStepTranslate()
  const id = useId()
  return (
    <>
      <EntryList
        label={t('actions')}
        addLabel={t('addAction')}
        blankEntry={createAction('click')}
        entries={getEntries(step, 'actions')}
        onChange={(actions) => onChange({ actions })}
        problems={problemsAt('actions')}
        disabled={disabled}
        columns="sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
      >
        {(action, at, change) => (
          <ActionRow
            label={t('action', { number: at + 1 })}
            action={action}
            problems={problemsAt(at)}
            onChange={change}
          />
        )}
      </EntryList>
      <div className="flex items-start gap-3">
        <div className="flex shrink-0">
          <Switch
            fieldIds={{ id, 'aria-describedby': `${id}-hint` }}
            disabled={disabled}
            checked={step['cleanup'] === true}
            onChange={(cleanup) => onChange({ cleanup })}
          />
        </div>
        <div className="min-w-0">
          <label htmlFor={id} className="text-sm font-medium">
            {t('cleanup')}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('cleanupHint')}
          </p>
        </div>
      </div>
    </>
  )
}
