import { useQueryClient } from '@tanstack/react-query'
import type { AccountSecurity } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { ScreenSection } from '../../ui/section.tsx'
import { showToast } from '../../ui/toast.tsx'
import { securityTexts } from './texts.ts'

type Role = AccountSecurity['passkey_required_roles'][number]

const allRoles: readonly Role[] = ['owner', 'manager', 'editor', 'operator', 'viewer', 'billing']

interface PasskeyRequirementProps {
  readonly account: number
  readonly roles: readonly Role[]
}

/** The roles whose holders must have a passkey. */
export function PasskeyRequirement({ account, roles }: PasskeyRequirementProps) {
  const { t } = useI18n()
  const text = useTexts(securityTexts)
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<Role>>(new Set(roles))
  const passkey_required_roles = allRoles.filter((role) => chosen.has(role))
  const mutation = useSending<unknown, FormData>({
    send: (client) =>
      client.call('update_account_security', { path: { _id: account }, body: { passkey_required_roles } }),
    onSuccess: () => {
      showToast(text('requirementSaved'))
      return queries.invalidateQueries()
    },
  })
  const toggle = (role: Role) => setChosen((before) => before.symmetricDifference(new Set([role])))
  return (
    <ScreenSection title={text('requirement')} text={text('requirementText')}>
      <div className="max-w-sm">
        <Form isInline submit={t('settings.save')} mutation={mutation} fields={[]}>
          {() => (
            <fieldset className="grid gap-2">
              <legend className="mb-1.5 text-sm font-medium">{text('requiredOf')}</legend>
              {allRoles.map((role) => (
                <label key={role} className="flex items-center gap-2.5">
                  <input
                    type="checkbox"
                    checked={chosen.has(role)}
                    onChange={() => toggle(role)}
                    className="size-4.5 shrink-0 accent-accent"
                  />
                  {role === 'owner' ? text('owner') : t(`users.roles.${role}`)}
                </label>
              ))}
            </fieldset>
          )}
        </Form>
      </div>
    </ScreenSection>
  )
}
