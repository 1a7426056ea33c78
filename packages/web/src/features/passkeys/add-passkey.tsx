import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client/client.ts'
import { Form, readFieldText } from '../../app/forms/form.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { RecoveryCodes } from '../../app/session/recovery-codes.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { passkeyTexts } from './texts.ts'
import { usePasskeyErrorTexts } from './use-passkey-error-texts.ts'
import { createPasskey } from './web-authn.ts'

/** Adds a named passkey. If the account had no second factor before, recovery codes are shown as well. */
export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n()
  const passkeyText = useTexts(passkeyTexts)
  const queries = useQueryClient()
  const errorTexts = usePasskeyErrorTexts()
  const [codes, setCodes] = useState<readonly string[]>([])
  const finish = () => {
    showToast(passkeyText('added'))
    onClose()
    void queries.invalidateQueries()
  }
  const mutation = useMutation({
    mutationFn: async (form: FormData) => {
      const options = await client.call('begin_passkey_registration', {})
      const credential = await createPasskey(options, errorTexts)
      return client.call('create_passkey', { body: { name: readFieldText(form, 'name').trim(), credential } })
    },
    onSuccess: ({ recovery_codes }) => (recovery_codes.length > 0 ? setCodes(recovery_codes) : finish()),
  })
  const hasCodes = codes.length > 0
  return (
    <Dialog
      open
      isForm
      onClose={hasCodes ? finish : onClose}
      title={hasCodes ? t('recovery.label') : passkeyText('add')}
      description={hasCodes ? passkeyText('codesText') : passkeyText('addText')}
      closeLabel={t('common.close')}
    >
      {hasCodes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : (
        <Form submit={passkeyText('add')} mutation={mutation} fields={['name']}>
          {(getFieldErrors) => (
            <FormField label={passkeyText('name')} hint={passkeyText('nameHint')} fieldErrors={getFieldErrors('name')}>
              {(fieldIds) => (
                <TextInput {...fieldIds} name="name" maxLength={100} autoComplete="off" autoFocus required />
              )}
            </FormField>
          )}
        </Form>
      )}
    </Dialog>
  )
}
