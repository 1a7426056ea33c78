import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { newContactFields } from './create-contact.ts'
import { NewContactFields } from './new-contact-fields.tsx'
import { contactTexts } from './texts.ts'
import { useNewContact } from './use-new-contact.ts'

interface NewContactProps {
  readonly onClose: () => void
  /** Called with the id of the new contact. */
  readonly onCreated: (id: number) => void
}

/** Creates a contact with an e-mail address and a phone number in one dialog. */
export function NewContact({ onClose, onCreated }: NewContactProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const { values, setValues, mutation } = useNewContact(onCreated)
  return (
    <FormDialog
      title={t('contact.new')}
      submit={texts('contact.create')}
      fields={newContactFields}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => <NewContactFields values={values} onChange={setValues} getFieldErrors={getFieldErrors} />}
    </FormDialog>
  )
}
