import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { NotificationAddress } from '@wachta/client'
import { useDeferredValue, useMemo, useState } from 'react'
import { useActingAccount, useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusNote } from '../../ui/status-note.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useChannels } from '../dictionaries/queries.ts'
import { LegacyActions } from './legacy-actions.tsx'
import { LegacyDialog } from './legacy-dialog.tsx'
import { legacyAddressesQuery } from './queries.ts'
import { contactTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/contacts')

/** The addresses of service groups that get legacy notifications. */
export function LegacyAddresses() {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const acting = useActingAccount()
  const mayCreate = useMay('create_groups')
  const { data, error, refetch } = useQuery(legacyAddressesQuery)
  const { query: committedQuery = '' } = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(committedQuery, (text) => change({ query: text }))
  const deferredQuery = useDeferredValue(query)
  const [edited, setEdited] = useState<NotificationAddress | 'new' | null>(null)
  const matchingAddresses = useMemo(
    () =>
      (data ?? []).filter(({ address, description, group }) =>
        matches(deferredQuery, address, description, group?.name ?? ''),
      ),
    [data, deferredQuery],
  )
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const addButton = mayCreate && <Button onClick={() => setEdited('new')}>{texts('address.new')}</Button>
  return (
    <>
      <p className="mb-4 max-w-prose text-muted">
        {texts(acting?.disable_legacy_notifications ? 'legacy.off' : 'legacy.text')}
      </p>
      {data.length === 0 ? (
        <EmptyState title={texts('legacy.emptyTitle')} action={addButton}>
          {texts('legacy.empty')}
        </EmptyState>
      ) : (
        <Filters label={t('filters.label')}>
          <SearchBox label={texts('legacy.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
          <div className="ml-auto">{addButton}</div>
        </Filters>
      )}
      {data.length > 0 && matchingAddresses.length === 0 && (
        <EmptyState title={t('filters.nothing')}>{texts('legacy.nothing')}</EmptyState>
      )}
      <VirtualList label={t('people.legacy')} rows={matchingAddresses} getKey={getKey} rowHeight={68}>
        {(address) => <AddressRow address={address} onEdit={() => setEdited(address)} />}
      </VirtualList>
      {edited && <LegacyDialog address={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

const getKey = ({ id }: NotificationAddress) => id

function AddressRow({ address, onEdit }: { readonly address: NotificationAddress; readonly onEdit: () => void }) {
  const { t } = useI18n()
  const channels = useChannels()
  const channel = channels.get(address.notification_channel_id)?.name ?? address.notification_channel_id
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="font-mono text-sm">{address.address}</p>
        <p className="text-sm text-muted">
          {[channel, address.group?.name, address.description].filter(Boolean).join(' · ')}
        </p>
        {!address.is_verified && <StatusNote status="warning">{t('address.unverified')}</StatusNote>}
      </div>
      <LegacyActions address={address} onEdit={onEdit} />
    </div>
  )
}
