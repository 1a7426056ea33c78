import type { ComponentProps } from 'react'
import { FormField } from '../../../ui/field.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { ScenarioSource } from '../scenario-source.ts'
import { ScenarioSteps } from './scenario-steps.tsx'
import { useStepTranslate } from './use-step-texts.ts'

interface SourceEditorProps extends ComponentProps<typeof ScenarioSteps> {
  /** Null if the check type has no scripts. */
  readonly source: ScenarioSource | null
  readonly onSource: (source: ScenarioSource) => void
  readonly script: string
  readonly onScript: (script: string) => void
  /** The field errors of the script. */
  readonly scriptErrors: readonly string[]
}

/** The steps of a scenario, or the name of the test file that takes their place. */
export function ScenarioSourceEditor(props: SourceEditorProps) {
  const { source, onSource, script, onScript, scriptErrors, ...stepsProps } = props
  const t = useStepTranslate()
  if (source === null) return <ScenarioSteps {...stepsProps} />
  return (
    <div className="grid gap-4">
      {!stepsProps.isReadOnly && (
        <div>
          <SegmentedControl
            label={t('source')}
            choices={[
              { value: 'steps', label: t('source.steps') },
              { value: 'script', label: t('source.script') },
            ]}
            value={source}
            onChoose={onSource}
          />
        </div>
      )}
      {source === 'steps' ? (
        <ScenarioSteps {...stepsProps} />
      ) : (
        <FormField label={t('script')} hint={t('scriptHint')} fieldErrors={scriptErrors}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              disabled={stepsProps.isReadOnly}
              value={script}
              spellCheck={false}
              autoComplete="off"
              placeholder="shop/login.spec.ts"
              onChange={(event) => onScript(event.target.value)}
            />
          )}
        </FormField>
      )}
    </div>
  )
}
