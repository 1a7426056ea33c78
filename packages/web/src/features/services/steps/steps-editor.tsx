import { type ReactNode, useState } from 'react'
import type { FieldIds } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextArea } from '../../../ui/text-input.tsx'
import { StepList } from './step-list.tsx'
import { parseSteps, type Step, type StepsKind, writeSteps } from './step-model.ts'
import { explainUnset, type StepProblem } from './step-problems.ts'
import { useInsertion } from './use-insertion.ts'
import { useStepTranslate } from './use-step-texts.ts'
import { findUnsetReferences, type GivenVariable, listStepVariables } from './variables.ts'
import { VariablesPanel } from './variables-panel.tsx'

interface StepsEditorProps {
  /** The name of the setting. */
  readonly name: string
  readonly kind: StepsKind
  /** The steps as JSON. */
  readonly draft: string
  readonly onChange: (draft: string) => void
  readonly maxCount: number
  /** The variables that the settings of the service set. */
  readonly given: readonly GivenVariable[]
  /** The errors of the API, by the index of the step. */
  readonly fieldErrors: ReadonlyMap<number, readonly StepProblem[]>
  readonly fieldIds: FieldIds
  readonly disabled: boolean
  /** Buttons next to the switch for JSON. */
  readonly tools: ReactNode
  /** The content above the steps. */
  readonly note: ReactNode
}

/** Edits the steps of a scenario one by one, or as JSON. */
export function StepsEditor({ kind, draft, onChange, fieldIds, disabled, tools, note, ...rest }: StepsEditorProps) {
  const t = useStepTranslate()
  const [isJsonWanted, setJsonWanted] = useState(false)
  const steps = parseSteps(draft, kind)
  const isJson = isJsonWanted || steps === null
  return (
    <div className="grid w-full min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex items-center gap-2.5 text-sm">
          <Switch
            label={t('json')}
            checked={isJson}
            disabled={steps === null}
            onChange={(checked) => setJsonWanted(checked)}
          />
          <span aria-hidden="true">{t('json')}</span>
        </span>
        {steps === null && <span className="text-sm text-muted">{t('onlyJson')}</span>}
        {tools}
      </div>
      {note}
      {isJson ? (
        <TextArea
          {...fieldIds}
          disabled={disabled}
          value={draft}
          rows={16}
          spellCheck={false}
          className="font-mono text-sm"
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <StepsAndVariables
          {...rest}
          kind={kind}
          steps={steps}
          fieldIds={fieldIds}
          disabled={disabled}
          onChange={(next) => onChange(writeSteps(next))}
        />
      )}
    </div>
  )
}

interface StepsAndVariablesProps
  extends Pick<StepsEditorProps, 'name' | 'kind' | 'given' | 'fieldErrors' | 'maxCount' | 'fieldIds' | 'disabled'> {
  readonly steps: readonly Step[]
  readonly onChange: (steps: readonly Step[]) => void
}

function StepsAndVariables({ name, kind, steps, given, fieldErrors, fieldIds, ...rest }: StepsAndVariablesProps) {
  const t = useStepTranslate()
  const { onFocus, insert } = useInsertion()
  const unset = findUnsetReferences(steps, kind, given)
  const problems = new Map(
    steps.map((_, index) => [
      index,
      [...(fieldErrors.get(index) ?? []), ...(unset.get(index) ?? []).map((reference) => explainUnset(reference, t))],
    ]),
  )
  return (
    <fieldset
      id={fieldIds.id}
      aria-describedby={fieldIds['aria-describedby']}
      onFocus={onFocus}
      className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_15rem]"
    >
      <legend className="sr-only">{name}</legend>
      <div className="grid min-w-0 content-start gap-2">
        {steps.length === 0 && <p className="text-muted">{t(kind === 'browser_steps' ? 'noneBrowser' : 'none')}</p>}
        <StepList {...rest} kind={kind} steps={steps} problems={problems} />
      </div>
      <div className="lg:sticky lg:top-20 lg:self-start">
        <VariablesPanel kind={kind} given={given} fromSteps={listStepVariables(steps, kind)} onInsert={insert} />
      </div>
    </fieldset>
  )
}
