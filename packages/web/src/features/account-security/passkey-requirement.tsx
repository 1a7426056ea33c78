import { useQueryClient } from '@tanstack/react-query'
import type { AccountSecurity } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { FormField } from '../../ui/field.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { say } from '../../ui/toast.tsx'

type Requirement = AccountSecurity['passkey_required']

const requirements: readonly Requirement[] = ['none', 'all']

interface PasskeyRequirementProps {
  readonly account: number
  readonly required: Requirement
}

/** Whether everyone who acts for the account must have a passkey. */
export function PasskeyRequirement({ account, required }: PasskeyRequirementProps) {
  const { t } = useI18n()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(required)
  const mutation = useSending<unknown, FormData>({
    send: (via) => via.call('update_account_security', { path: { _id: account }, body: { passkey_required: chosen } }),
    onSuccess: () => {
      say(t('security.requirementSaved'))
      return queries.invalidateQueries()
    },
  })
  return (
    <ScreenSection title={t('security.requirement')} text={t('security.requirementText')}>
      <div className="max-w-sm">
        <Form isInline submit={t('settings.save')} mutation={mutation} fields={['passkey_required']}>
          {(faultsOf) => (
            <FormField label={t('security.requiredOf')} faults={faultsOf('passkey_required')}>
              {(described) => (
                <Select
                  {...described}
                  value={chosen}
                  choices={requirements.map((value) => ({ value, label: t(`security.required.${value}`) }))}
                  onChoose={(value) => setChosen(value as Requirement)}
                />
              )}
            </FormField>
          )}
        </Form>
      </div>
    </ScreenSection>
  )
}
