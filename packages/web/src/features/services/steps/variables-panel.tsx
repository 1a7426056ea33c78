import { useId } from 'react'
import type { StepsKind } from './step-model.ts'
import { useStepTranslate } from './use-step-texts.ts'
import { type GivenVariable, type StepVariable, writeReference } from './variables.ts'

interface VariablesPanelProps {
  readonly kind: StepsKind
  readonly given: readonly GivenVariable[]
  readonly fromSteps: readonly StepVariable[]
  readonly onInsert: (text: string) => void
}

/** The variables that steps can use, with where their values come from. */
export function VariablesPanel({ kind, given, fromSteps, onInsert }: VariablesPanelProps) {
  const t = useStepTranslate()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-3 rounded-md border border-line p-3">
      <div className="grid gap-1">
        <h2 id={id} className="font-semibold">
          {t('variables')}
        </h2>
        <p className="text-sm text-muted">{t('variablesText')}</p>
      </div>
      <VariableList
        title={t('credentials')}
        variables={given.map(({ name, isSet }) => ({ name, note: t(isSet ? 'valueSet' : 'valueMissing') }))}
        onInsert={onInsert}
      />
      <VariableList
        title={t('fromSteps')}
        emptyText={t(kind === 'http_steps' ? 'noVariablesHttp' : 'noVariables')}
        variables={fromSteps.map(({ name, step }) => ({ name, note: t('setInStep', { number: step + 1 }) }))}
        onInsert={onInsert}
      />
    </section>
  )
}

interface VariableListProps {
  readonly title: string
  readonly emptyText?: string
  readonly variables: readonly { readonly name: string; readonly note: string }[]
  readonly onInsert: (text: string) => void
}

function VariableList({ title, emptyText, variables, onInsert }: VariableListProps) {
  const id = useId()
  return (
    <div>
      <h3 id={id} className="text-sm font-medium">
        {title}
      </h3>
      {variables.length === 0 && emptyText !== undefined && <p className="text-sm text-muted">{emptyText}</p>}
      <ul aria-labelledby={id} className="-mx-2">
        {variables.map(({ name, note }) => (
          <li key={name}>
            <button
              type="button"
              // Keep the caret in the text field when a variable is clicked.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onInsert(writeReference(name))}
              className="flex min-h-8 w-full flex-wrap items-baseline justify-between gap-x-3 rounded-md px-2 py-1 text-left hover:bg-sunken"
            >
              <code className="font-mono text-sm">{writeReference(name)}</code>
              <span className="text-sm text-muted">{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
