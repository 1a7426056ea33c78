import { useQueryClient } from '@tanstack/react-query'
import type { EventCreateData } from '@wachta/client'
import { useState } from 'react'
import { rulesKey } from '../../app/client/rules-key.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useResumableSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useUnitTexts } from '../../app/i18n/use-unit-texts.ts'
import { DurationInput } from '../../ui/duration-input.tsx'
import { FormField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toast.tsx'
import { peopleKey } from '../contacts/queries.ts'
import { type CreatedRule, createStep, type StepRule } from './create-step.ts'
import type { Policy } from './queries.ts'
import { RecipientChoice, type Recipients } from './recipient-choice.tsx'
import { nextDelay } from './steps.ts'
import { useScopeText } from './use-scope-text.ts'

interface AddStepProps {
  /** The alert rules to choose from. */
  readonly policies: readonly Policy[]
  /** The rule that is created if the user chooses a new one; null if the user may not create rules. */
  readonly newRule: EventCreateData | null
  /** The id of the rule that is chosen at first; null for the new rule. */
  readonly initial: number | null
  readonly onClose: () => void
}

const newRuleValue = 'new'

/** Adds an escalation step: whom a rule notifies, and when. */
export function AddStep({ policies, newRule, initial, onClose }: AddStepProps) {
  const { t } = useI18n()
  const units = useUnitTexts()
  const describeScope = useScopeText()
  const [rule, setRule] = useState(
    initial === null && newRule ? newRuleValue : String(initial ?? policies[0]?.event.id),
  )
  const [recipients, setRecipients] = useState<Recipients>({ contact_ids: [], contact_group_ids: [] })
  const policy = policies.find(({ event }) => String(event.id) === rule)
  const steps = policy?.steps ?? []
  // Too long for the choices, where it would be cut off.
  const scope = policy ? describeScope(policy.event) : newRule && describeScope(withDefaults(newRule))
  const [enteredDelay, setDelay] = useState<number | null>(null)
  const delay = enteredDelay ?? nextDelay(steps)
  const mutation = useAddingStep(
    {
      rule: rule === newRuleValue && newRule ? { create: newRule } : { id: Number(rule) },
      step: { name: t('step.named', { number: steps.length + 1 }), delay, ...recipients },
    },
    onClose,
  )
  const choices = [
    ...policies.map(({ event }) => ({ value: String(event.id), label: event.name })),
    ...(newRule ? [{ value: newRuleValue, label: t('step.newRule', { name: newRule.name }) }] : []),
  ]
  return (
    <FormDialog title={t('policy.add')} submit={t('policy.add')} fields={fields} mutation={mutation} onClose={onClose}>
      {(getFieldErrors) => (
        <>
          {choices.length > 1 && (
            <FormField
              label={t('step.rule')}
              hint={t('step.ruleHint', { scope: scope ?? '' })}
              fieldErrors={getFieldErrors('event_id')}
            >
              {(fieldIds) => <Select {...fieldIds} value={rule} choices={choices} onChoose={setRule} />}
            </FormField>
          )}
          <RecipientChoice chosen={recipients} onChange={setRecipients} getFieldErrors={getFieldErrors} />
          <FormField label={t('step.delay')} hint={t('step.delayHint')} fieldErrors={getFieldErrors('delay')}>
            {(fieldIds) => <DurationInput {...units} fieldIds={fieldIds} seconds={delay} onChange={setDelay} />}
          </FormField>
        </>
      )}
    </FormDialog>
  )
}

const fields = ['event_id', 'contact_ids', 'contact_group_ids', 'delay'] as const

const withDefaults = ({ kind = 'failure', scope = { all_services: true } }: EventCreateData) => ({ kind, scope })

function useAddingStep(input: Parameters<typeof createStep>[1] & { readonly rule: StepRule }, onDone: () => void) {
  const { t } = useI18n()
  const queries = useQueryClient()
  return useResumableSending({
    initialProgress: (): CreatedRule => ({}),
    send: (client, createdRule) => createStep(client, input, createdRule),
    onSuccess: () => {
      showToast(t('step.added'))
      onDone()
    },
    // After an error the rule may exist already.
    onSettled: () => Promise.all([peopleKey, rulesKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}
