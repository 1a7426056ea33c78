import type { Incident } from '@wachta/client'
import { useState } from 'react'
import { FormDialog } from '../../app/forms/form-dialog.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.tsx'
import { refreshIncidents } from './queries.ts'

interface NoteButtonProps {
  readonly incident: Pick<Incident, 'id'>
  readonly subject: string
  readonly size?: 'small'
}

/** Adds a note to an incident. */
export function NoteButton({ incident, subject, size }: NoteButtonProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...(size && { size })} aria-label={t('note.label', { subject })} onClick={() => setOpen(true)}>
        {t('note.button')}
      </Button>
      {isOpen && <NoteDialog incident={incident} subject={subject} onClose={() => setOpen(false)} />}
    </>
  )
}

function NoteDialog({ incident, subject, onClose }: NoteButtonProps & { readonly onClose: () => void }) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const mutation = useSending({
    send: (client) => client.call('add_incident_note', { path: { _id: incident.id }, body: { text } }),
    onSuccess: () => {
      showToast(t('note.done'))
      onClose()
    },
    onSettled: refreshIncidents,
  })
  return (
    <FormDialog
      title={t('note.title', { subject })}
      submit={t('note.save')}
      fields={['text']}
      mutation={mutation}
      onClose={onClose}
    >
      {(getFieldErrors) => (
        <FormField label={t('note.text')} hint={t('note.hint')} fieldErrors={getFieldErrors('text')}>
          {(fieldIds) => (
            <TextArea {...fieldIds} maxLength={1000} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}
