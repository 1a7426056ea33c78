import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMe } from '../../app/client/me.ts'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { say } from '../../ui/toast.tsx'
import { ContactFields, contactFields } from './contact-fields.tsx'
import { peopleKey } from './queries.ts'

/** Creates a contact with just a name; addresses are added on its page, which opens afterwards. */
export function NewContact({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useI18n()
  const { data: me } = useMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [values, setValues] = useState({ name: '', language_id: me?.language_id ?? language, description: '' })
  const mutation = useSending({
    send: (via) => via.call('create_contact', { body: values }),
    onSuccess: async ({ id }) => {
      say(t('contact.created'))
      await queries.invalidateQueries({ queryKey: peopleKey })
      void navigate({ to: '/contacts/$id', params: { id: String(id) }, ignoreBlocker: true })
    },
  })
  return (
    <FormDialog
      title={t('contact.new')}
      submit={t('contact.create')}
      fields={contactFields}
      mutation={mutation}
      onClose={onClose}
    >
      {(faultsOf) => <ContactFields values={values} onChange={setValues} faultsOf={faultsOf} />}
    </FormDialog>
  )
}
