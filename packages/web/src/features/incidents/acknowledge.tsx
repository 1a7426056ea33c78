import { useQueryClient } from '@tanstack/react-query'
import { fieldFaults, type OccurrenceDetails } from '@wachta/client'
import { useState } from 'react'
import { sayingOf } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { say } from '../../ui/toast.tsx'
import { ruleKeys } from '../alert-rules/queries.ts'
import type { Words } from './occurrence-words.ts'
import { incidentKeys } from './queries.ts'

interface AcknowledgeProps {
  readonly occurrence: OccurrenceDetails
  readonly words: Words
}

/** Takes an occurrence on: nobody else is told of it but of its end. */
export function Acknowledge({ occurrence, words }: AcknowledgeProps) {
  const { t } = useSpeech()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const queries = useQueryClient()
  const mutation = useSending({
    send: (via) =>
      via.call('disable_event_status', {
        path: { _id: occurrence.service_id, _event_id: occurrence.event_id ?? 0 },
        body: { note },
      }),
    onSuccess: () => {
      setOpen(false)
      say(t('acknowledge.done'))
    },
    // Somebody else may have been faster: what is shown must then be new as well.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: incidentKeys.one(occurrence.id) }),
        queries.invalidateQueries({ queryKey: ruleKeys.occurrences }),
      ]),
  })
  const faults = fieldFaults(mutation.error)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('acknowledge.open')}
      </Button>
      <Dialog
        isForm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('acknowledge.title', { subject: words.subject })}
        description={t('acknowledge.means')}
        closeLabel={t('common.close')}
      >
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            mutation.mutate()
          }}
        >
          <Field label={t('acknowledge.note')} hint={t('acknowledge.noteHint')} faults={faults.get('note')}>
            {(described) => (
              <TextArea
                {...described}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <p role="alert" className="text-failure empty:hidden">
            {mutation.error && !faults.has('note') ? sayingOf(mutation.error) : ''}
          </p>
          <div className="flex flex-wrap items-center justify-end gap-2">
            <CopyAsCurl requests={() => mutation.requests()} />
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" kind="primary" busy={mutation.isPending}>
              {t('acknowledge.confirm')}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
