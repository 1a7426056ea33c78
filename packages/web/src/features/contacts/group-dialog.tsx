import { useQueryClient } from '@tanstack/react-query'
import type { ContactGroup } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Checklist } from '../../ui/checklist.tsx'
import { FormField } from '../../ui/field.tsx'
import { matches } from '../../ui/matches.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { peopleKey, useContacts } from './queries.ts'
import { contactTexts } from './texts.ts'

interface GroupDialogProps {
  /** Null for a new group. */
  readonly group: ContactGroup | null
  readonly onClose: () => void
}

export function GroupDialog({ group, onClose }: GroupDialogProps) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const contacts = useContacts()
  const queries = useQueryClient()
  const [name, setName] = useState(group?.name ?? '')
  const [description, setDescription] = useState(group?.description ?? '')
  const [members, setMembers] = useState<ReadonlySet<string>>(new Set(group?.contact_ids.map(String)))
  const mutation = useSending<unknown>({
    send: (client) => {
      const body = { name, description, contact_ids: [...members].map(Number) }
      return group
        ? client.call('update_contact_group', { path: { _id: group.id }, body })
        : client.call('create_contact_group', { body })
    },
    onSuccess: () => {
      showToast(texts('contactGroup.saved'))
      onClose()
      return queries.invalidateQueries({ queryKey: peopleKey })
    },
  })
  return (
    <FormDialog
      title={group ? texts('people.editNamed', { name: group.name }) : texts('contactGroup.new')}
      submit={t('settings.save')}
      fields={['name', 'description', 'contact_ids']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <>
          <FormField label={t('column.name')} fieldErrors={getFieldErrors('name')}>
            {(fieldIds) => <TextInput {...fieldIds} value={name} onChange={(event) => setName(event.target.value)} />}
          </FormField>
          <FormField label={t('settings.description')} fieldErrors={getFieldErrors('description')}>
            {(fieldIds) => (
              <TextInput {...fieldIds} value={description} onChange={(event) => setDescription(event.target.value)} />
            )}
          </FormField>
          <Checklist
            label={texts('contactGroup.members')}
            choices={contacts.map(({ id, name: label }) => ({ value: String(id), label }))}
            chosen={members}
            onChange={setMembers}
            matches={matches}
            searchLabel={t('people.search')}
            nothing={t('contact.emptyTitle')}
            fieldErrors={getFieldErrors('contact_ids')}
          />
        </>
      )}
    </FormDialog>
  )
}
