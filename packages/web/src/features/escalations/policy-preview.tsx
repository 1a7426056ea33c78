import { useMemo } from 'react'
import { useActingAccount } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useAddresses, useContactGroups, useContacts, useQuietHours } from '../contacts/queries.ts'
import { useChannels } from '../dictionaries/queries.ts'
import { type Moment, type PreviewRecipient, previewEscalation, type RecipientData } from './preview.ts'
import type { EscalationStep } from './steps.ts'

const maxMoments = 12

/** Shows who would be notified when, if an alert started now and was not acknowledged. */
export function PolicyPreview({ steps }: { readonly steps: readonly EscalationStep[] }) {
  const { t, formats } = useI18n()
  const now = useNow(60_000)
  const data = useRecipientData()
  const start = Math.floor(now.getTime() / 60_000) * 60_000
  const { moments, hasMore } = previewEscalation(steps, { opensAt: start, maxMoments }, data)
  const notifiesEnd = steps.some(({ is_active, notify_end }) => is_active && notify_end)
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-5">
      <h2 id="preview" className="text-lg font-semibold">
        {t('preview.title')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('preview.text', { time: formats.clock(new Date(start)) })}</p>
      {moments.length === 0 ? (
        <StatusMark status="warning" text={t('policies.noRecipients')} />
      ) : (
        <ol className="grid gap-2 border-l-2 border-line pl-4">
          {moments.map((moment) => (
            <MomentRow key={`${moment.step} ${moment.repeat}`} moment={moment} now={new Date(start)} />
          ))}
        </ol>
      )}
      {hasMore && <p className="mt-2 pl-4 text-sm text-muted">{t('preview.goesOn')}</p>}
      {moments.length > 0 && (
        <p className="mt-3 text-sm text-muted">{t(notifiesEnd ? 'preview.end' : 'preview.noEnd')}</p>
      )}
    </section>
  )
}

function MomentRow({ moment, now }: { readonly moment: Moment; readonly now: Date }) {
  const { t, formats } = useI18n()
  return (
    <li className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <span className="font-medium">
        {formats.since(new Date(moment.at), now)}
        {moment.repeat > 0 && (
          <span className="block text-xs font-normal text-muted">{t('preview.repeat', { number: moment.repeat })}</span>
        )}
      </span>
      <ul>
        {moment.recipients.map((recipient) => (
          <RecipientLine key={recipient.contact} recipient={recipient} isFirst={moment.repeat === 0} />
        ))}
        {moment.recipients.length === 0 && (
          <li>
            <StatusMark status="warning" text={t('step.noRecipients')} />
          </li>
        )}
      </ul>
    </li>
  )
}

/** One recipient. The reason why a contact is not notified is shown only once, not for every repeat. */
function RecipientLine({ recipient, isFirst }: { readonly recipient: PreviewRecipient; readonly isFirst: boolean }) {
  const { t, formats } = useI18n()
  const channels = useChannels()
  const name = useContacts().find(({ id }) => id === recipient.contact)?.name ?? `#${recipient.contact}`
  const formatChannels = (keys: readonly string[]) => formats.list(keys.map((key) => channels.get(key)?.name ?? key))
  return (
    <li>
      {recipient.channels.length > 0 ? t('preview.by', { name, channels: formatChannels(recipient.channels) }) : name}
      {recipient.isQuiet && (
        <span className="block text-sm">
          <StatusNote status="paused">{t('preview.quiet')}</StatusNote>
        </span>
      )}
      {isFirst && recipient.unverified.length > 0 && (
        <span className="block text-sm">
          <StatusNote status="warning">
            {t('matrix.unverified', { channels: formatChannels(recipient.unverified) })}
          </StatusNote>
        </span>
      )}
      {isFirst && recipient.channels.length + recipient.unverified.length === 0 && (
        <span className="block text-sm">
          <StatusNote status="warning">{t('matrix.noAddress')}</StatusNote>
        </span>
      )}
    </li>
  )
}

function useRecipientData(): RecipientData {
  const groups = useContactGroups()
  const addresses = useAddresses()
  const quietHours = useQuietHours()
  const acting = useActingAccount()
  const timeZone = acting?.time_zone?.name ?? 'UTC'
  return useMemo(() => {
    const addressesByContact = Map.groupBy(addresses, ({ contact_id }) => contact_id)
    const quietByContact = Map.groupBy(quietHours, ({ contact_id }) => contact_id)
    return {
      groups,
      getAddresses: (contact) => addressesByContact.get(contact) ?? [],
      getQuietWindows: (contact) => quietByContact.get(contact) ?? [],
      timeZone,
    }
  }, [groups, addresses, quietHours, timeZone])
}
