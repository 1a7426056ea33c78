import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ContactList } from '../contacts/contact-list.tsx'

const route = getRouteApi('/inside/framed/contacts')
const Groups = lazyPart(async () => (await import('../contacts/groups.tsx')).Groups)
const Matrix = lazyPart(async () => (await import('./matrix.tsx')).PeopleMatrix)
const Templates = lazyPart(async () => (await import('../templates/templates.tsx')).Templates)
const LegacyAddresses = lazyPart(async () => (await import('../contacts/legacy-addresses.tsx')).LegacyAddresses)

/** Contacts, contact groups, who is notified, templates, and the addresses of legacy notifications. */
export function PeoplePage() {
  const { t } = useI18n()
  useTitle(t('nav.contacts'))
  const { tab = 'contacts' } = route.useSearch()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('nav.contacts')} below={t('people.text')} />
      <Tabs
        label={t('nav.contacts')}
        value={tab}
        onChange={(next) => void navigate({ to: '/contacts', search: { tab: next }, replace: true })}
        tabs={[
          { id: 'contacts', label: t('people.contacts'), content: <ContactList /> },
          { id: 'groups', label: t('people.groups'), content: lazily(<Groups />) },
          { id: 'told', label: t('people.matrix'), content: lazily(<Matrix />) },
          { id: 'templates', label: t('people.templates'), content: lazily(<Templates />) },
          { id: 'addresses', label: t('people.legacy'), content: lazily(<LegacyAddresses />) },
        ]}
      />
    </>
  )
}

const lazily = (content: ReactNode) => <LazyContent>{content}</LazyContent>
