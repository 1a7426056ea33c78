import type { Incident } from '@wachta/client'
import { errorText } from '../../app/client/client.ts'
import { useSending } from '../../app/forms/sending.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast, showWarning } from '../../ui/toast.tsx'
import { refreshIncidents } from './queries.ts'

interface AcknowledgeProps {
  readonly incidents: readonly Pick<Incident, 'id'>[]
  /** The subject, so that a screen reader distinguishes the buttons of a list. */
  readonly subject: string
  readonly label?: string
  readonly size?: 'small'
}

/** Acknowledges incidents with one click. Their escalation stops; only the recovery is still notified. */
export function Acknowledge({ incidents, subject, label, size }: AcknowledgeProps) {
  const { t } = useI18n()
  const mutation = useSending({
    send: (client) => {
      const [only, ...others] = incidents.map(({ id }) => id)
      return only !== undefined && others.length === 0
        ? client.call('acknowledge_incident', { path: { _id: only }, body: {} })
        : client.call('bulk_acknowledge_incidents', { body: { ids: incidents.map(({ id }) => id) } })
    },
    onSuccess: () => showToast(t('acknowledge.done')),
    onError: (error) => showWarning(errorText(error)),
    // Another user may have been faster, so the views are loaded again after an error too.
    onSettled: refreshIncidents,
  })
  return (
    <Button
      kind="primary"
      {...(size && { size })}
      busy={mutation.isPending}
      // Begins with the visible text, so that voice control finds the button by it.
      aria-label={label === undefined ? t('acknowledge.label', { subject }) : `${label}: ${subject}`}
      onClick={() => mutation.mutate()}
    >
      {label ?? t('acknowledge.button')}
    </Button>
  )
}

/** Undoes the acknowledgement of an incident, so that its escalation continues. */
export function Unacknowledge({
  incident,
  subject,
}: {
  readonly incident: Pick<Incident, 'id'>
  readonly subject: string
}) {
  const { t } = useI18n()
  const mutation = useSending({
    send: (client) => client.call('unacknowledge_incident', { path: { _id: incident.id }, body: {} }),
    onSuccess: () => showToast(t('acknowledge.undone')),
    onError: (error) => showWarning(errorText(error)),
    onSettled: refreshIncidents,
  })
  return (
    <Button
      busy={mutation.isPending}
      aria-label={t('acknowledge.undoLabel', { subject })}
      onClick={() => mutation.mutate()}
    >
      {t('acknowledge.undo')}
    </Button>
  )
}
