import { useQueryClient } from '@tanstack/react-query'
import type { Contact } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { ContactFields, contactFields } from './contact-fields.tsx'
import { peopleKey } from './queries.ts'
import { contactTexts } from './texts.ts'

export function EditContact({ contact, onClose }: { readonly contact: Contact; readonly onClose: () => void }) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const queries = useQueryClient()
  const { name, language_id, description } = contact
  const [values, setValues] = useState({ name, language_id, description })
  const mutation = useSending({
    send: (client) => client.call('update_contact', { path: { _id: contact.id }, body: values }),
    onSuccess: () => {
      showToast(texts('contact.saved'))
      onClose()
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <FormDialog
      title={texts('people.editNamed', { name })}
      submit={t('settings.save')}
      fields={contactFields}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => <ContactFields values={values} onChange={setValues} getFieldErrors={getFieldErrors} />}
    </FormDialog>
  )
}
