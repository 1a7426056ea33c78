import { Link } from '@tanstack/react-router'
import type { Contact, Escalation } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useAddresses, useContactGroups, useContacts, useQuietHours } from '../contacts/queries.ts'
import { useQuietText } from '../contacts/use-quiet-text.ts'
import { useChannels } from '../dictionaries/queries.ts'
import { listContacts, listReachedChannels } from '../escalations/reach.ts'
import { getDelayText, getRepeatText } from '../escalations/step-text.ts'

/** One escalation step: when it notifies, whom, and on which channels. */
export function NotifiedStep({ step }: { readonly step: Escalation }) {
  const { t, formats } = useI18n()
  const groups = useContactGroups()
  const ids = listContacts(step, groups)
  const contacts = useContacts().filter(({ id }) => ids.includes(id))
  const repeats = getRepeatText(step, t, formats)
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <div>
        <p className="font-medium">{getDelayText(step.delay, t, formats)}</p>
        {repeats && <p className="text-sm text-muted">{repeats}</p>}
      </div>
      {contacts.length === 0 ? (
        <StatusMark status="warning" text={t('step.noRecipients')} />
      ) : (
        <ul className="grid gap-1">
          {contacts.map((contact) => (
            <Recipient key={contact.id} contact={contact} step={step} />
          ))}
        </ul>
      )}
    </li>
  )
}

interface RecipientProps {
  readonly contact: Contact
  readonly step: Escalation
}

function Recipient({ contact, step }: RecipientProps) {
  const { t } = useI18n()
  const channels = useChannels()
  const addresses = useAddresses().filter(({ contact_id }) => contact_id === contact.id)
  const quietText = useQuietText()
  const quietTimes = quietText(useQuietHours().filter(({ contact_id }) => contact_id === contact.id))
  const reached = listReachedChannels(step, addresses)
  const formatChannels = (keys: readonly string[]) => keys.map((key) => channels.get(key)?.name ?? key).join(', ')
  return (
    <li>
      <Link to="/contacts/$id" params={{ id: String(contact.id) }} className="text-ink underline underline-offset-4">
        {contact.name}
      </Link>
      {reached.channels.length > 0 && `: ${formatChannels(reached.channels)}`}
      {reached.unverified.length > 0 && (
        <StatusNote status="warning">
          {t('matrix.unverified', { channels: formatChannels(reached.unverified) })}
        </StatusNote>
      )}
      {reached.channels.length + reached.unverified.length === 0 && (
        <StatusNote status="warning">{t('matrix.noAddress')}</StatusNote>
      )}
      {quietTimes.length > 0 && (
        <p className="text-sm text-muted">{t('notified.quiet', { times: quietTimes.join('; ') })}</p>
      )}
    </li>
  )
}
