import { useQueryClient } from '@tanstack/react-query'
import { fieldFaults, type OccurrenceDetails } from '@wachta/client'
import { useState } from 'react'
import { errorText } from '../../app/client/client.ts'
import { CopyAsCurl } from '../../app/forms/copy-as-curl.tsx'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormField } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { say } from '../../ui/toast.tsx'
import { ruleKeys } from '../alert-rules/queries.ts'
import type { AlertText } from './alert-text.ts'
import { incidentKeys } from './queries.ts'

interface AcknowledgeProps {
  readonly alert: OccurrenceDetails
  readonly text: AlertText
}

/** Acknowledges an alert, which stops its escalation; only the recovery is still sent. */
export function Acknowledge({ alert, text }: AcknowledgeProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const queries = useQueryClient()
  const mutation = useSending({
    send: (via) =>
      via.call('disable_event_status', {
        path: { _id: alert.service_id, _event_id: alert.event_id ?? 0 },
        body: { note },
      }),
    onSuccess: () => {
      setOpen(false)
      say(t('acknowledge.done'))
    },
    // Another user may have been faster, so the page is refreshed after an error too.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: incidentKeys.one(alert.id) }),
        queries.invalidateQueries({ queryKey: ruleKeys.alerts }),
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
        title={t('acknowledge.title', { subject: text.subject })}
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
          <FormField label={t('acknowledge.note')} hint={t('acknowledge.noteHint')} faults={faults.get('note')}>
            {(described) => (
              <TextArea
                {...described}
                maxLength={1000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </FormField>
          <p role="alert" className="text-failure empty:hidden">
            {mutation.error && !faults.has('note') ? errorText(mutation.error) : ''}
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
