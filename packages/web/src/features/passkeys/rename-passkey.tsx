import { useQueryClient } from '@tanstack/react-query'
import type { Passkey } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { FormField } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { passkeyKeys } from './queries.ts'
import { passkeyTexts } from './texts.ts'

export function RenamePasskey({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const passkeyText = useTexts(passkeyTexts)
  const queries = useQueryClient()
  const [name, setName] = useState(passkey.name)
  const mutation = useSending({
    send: (client) => client.call('update_passkey', { path: { _id: passkey.id }, body: { name: name.trim() } }),
    onSuccess: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: passkeyKeys.all })
    },
  })
  return (
    <FormDialog
      title={passkeyText('renameNamed', { name: passkey.name })}
      submit={passkeyText('rename')}
      fields={['name']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <FormField label={passkeyText('name')} hint={passkeyText('nameHint')} fieldErrors={getFieldErrors('name')}>
          {(fieldIds) => (
            <TextInput
              {...fieldIds}
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}
