import { useQueryClient } from '@tanstack/react-query'
import type { AccountSecurity } from '@wachta/client'
import { useState } from 'react'
import { Form } from '../../app/forms/form.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { RecoveryCodes } from '../../app/session/recovery-codes.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { accountSecurityKeys } from './queries.ts'
import { securityTexts } from './texts.ts'

/** The number of recovery codes left, and a button for new ones; only for users with a second factor. */
export function RecoveryCodeCount({ security }: { readonly security: AccountSecurity }) {
  const { t } = useI18n()
  const text = useTexts(securityTexts)
  const queries = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = useSending({
    send: (client, _form: FormData) =>
      client.call('renew_account_recovery_codes', { path: { _id: security.account_id } }),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const done = () => {
    setCodes(null)
    void queries.invalidateQueries({ queryKey: accountSecurityKeys.all })
  }
  if (!security.has_authenticator_app && security.passkeys === 0) return null
  return (
    <ScreenSection title={t('recovery.label')} text={text('codesLeft', { count: security.recovery_codes })}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={done} />
      ) : (
        <Form isInline submit={text('renewCodes')} mutation={renew} fields={[]}>
          {() => null}
        </Form>
      )}
    </ScreenSection>
  )
}
