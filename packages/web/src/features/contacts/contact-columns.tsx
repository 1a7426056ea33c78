import { Link } from '@tanstack/react-router'
import type { Contact, ContactAddress } from '@wachta/client'
import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { compareNames } from '../../ui/by-name.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useChannels, useLanguages } from '../dictionaries/queries.ts'
import { useAddresses, useContactGroups, useQuietHours } from './queries.ts'
import { contactTexts } from './texts.ts'
import { useQuietText } from './use-quiet-text.ts'

export function useContactColumns(): readonly Column<Contact>[] {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const languages = useLanguages()
  const groups = useContactGroups()
  const addresses = useAddresses()
  const quietHours = useQuietHours()
  const formatQuietHours = useQuietText()
  return useMemo(() => {
    const addressesByContact = Map.groupBy(addresses, ({ contact_id }) => contact_id)
    const quietByContact = Map.groupBy(quietHours, ({ contact_id }) => contact_id)
    const getGroups = (contact: number) =>
      groups.filter(({ contact_ids }) => contact_ids.includes(contact)).map(({ name }) => name)
    return [
      {
        id: 'name',
        header: t('column.name'),
        compare: compareNames,
        className: 'max-w-0 w-full sm:w-1/3',
        cell: (each) => (
          <TwoLines below={each.description}>
            <Link
              to="/contacts/$id"
              params={{ id: String(each.id) }}
              data-primary
              className="font-medium text-ink no-underline hover:underline"
            >
              {each.name}
            </Link>
          </TwoLines>
        ),
      },
      {
        id: 'channels',
        header: texts('contact.channels'),
        cell: ({ id }) => <Channels addresses={addressesByContact.get(id) ?? []} />,
      },
      {
        id: 'groups',
        header: t('people.groups'),
        from: 'md',
        cell: ({ id }) => <span className="line-clamp-2">{getGroups(id).join(', ') || '–'}</span>,
      },
      {
        id: 'quiet',
        header: texts('contact.quiet'),
        from: 'lg',
        cell: ({ id }) => (
          <span className="line-clamp-2">{formatQuietHours(quietByContact.get(id) ?? []).join('; ') || '–'}</span>
        ),
      },
      {
        id: 'language',
        header: t('contact.language'),
        from: 'lg',
        compare: (one, other) => one.language_id.localeCompare(other.language_id),
        cell: ({ language_id }) => languages.find(({ id }) => id === language_id)?.name ?? language_id,
      },
    ]
  }, [t, texts, languages, groups, addresses, quietHours, formatQuietHours])
}

/** The channels of a contact, or a warning if there is none. */
function Channels({ addresses }: { readonly addresses: readonly ContactAddress[] }) {
  const { t } = useI18n()
  const texts = useTexts(contactTexts)
  const channels = useChannels()
  const names = [...new Set(addresses.map(({ channel_id }) => channels.get(channel_id)?.name ?? channel_id))]
  if (names.length === 0) return <StatusMark status="warning" text={t('contact.noAddress')} />
  return (
    <span className="grid">
      <span className="line-clamp-2">{names.join(', ')}</span>
      {addresses.some(({ is_verified }) => !is_verified) && (
        <StatusMark status="warning" text={texts('address.unverifiedShort')} />
      )}
    </span>
  )
}
