import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Service } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { useMe } from '../../app/client/me.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { ScreenSection } from '../../ui/section.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { useAllChannels } from '../dictionaries/queries.ts'

const legacyRecipientsQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'legacy_recipients'],
    queryFn: ({ signal }) =>
      client.call(
        'list_service_notification_addresses',
        { path: { _id: id }, query: { sort: ['address'], limit: 1000 } },
        { signal },
      ),
  })

/** The addresses of the group that get legacy notifications about the service; nothing if there are none. */
export function LegacyRecipients({ service }: { readonly service: Service }) {
  const { t, formats } = useI18n()
  const { data: me } = useMe()
  const channels = useAllChannels()
  const { data: addresses = [] } = useQuery(legacyRecipientsQuery(service.id))
  if (addresses.length === 0) return null
  const isOff = me?.disable_legacy_notifications === true || service.notification_mode_id === 'off'
  const conditions = service.notification_condition_ids.flatMap((id) =>
    id === 'failure' || id === 'recovery' ? [t(`notified.when.${id}`)] : [],
  )
  return (
    <ScreenSection
      title={t('people.legacy')}
      text={isOff || conditions.length === 0 ? t('notified.legacyOff') : formats.list(conditions)}
      actions={
        <Link to="/contacts" search={{ tab: 'addresses' }} className="text-accent underline underline-offset-4">
          {t('notified.legacyEdit')}
        </Link>
      }
    >
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {addresses.map(({ id, address, description, notification_channel_id, is_verified }) => (
          <li key={id} className="px-4 py-2">
            <span className="font-mono text-sm">{address}</span>
            {`: ${channels.get(notification_channel_id)?.name ?? notification_channel_id}`}
            {description && <span className="text-muted"> · {description}</span>}
            {!is_verified && <StatusNote status="warning">{t('address.unverified')}</StatusNote>}
          </li>
        ))}
      </ul>
    </ScreenSection>
  )
}
