import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSpeech } from '../../app/i18n/language.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ContactList } from '../contacts/contact-list.tsx'

const route = getRouteApi('/inside/framed/contacts')
const Groups = lazy(async () => ({ default: (await import('../contacts/groups.tsx')).Groups }))
const Matrix = lazy(async () => ({ default: (await import('./matrix.tsx')).Matrix }))
const Templates = lazy(async () => ({ default: (await import('../templates/templates.tsx')).Templates }))
const OlderAddresses = lazy(async () => ({ default: (await import('../contacts/older-addresses.tsx')).OlderAddresses }))

/** Who is told, where they are reached, and in which words. */
export function PeoplePage() {
  const { t } = useSpeech()
  useTitle(t('nav.people'))
  const { tab = 'contacts' } = route.useSearch()
  const navigate = useNavigate()
  const later = (content: ReactNode) => (
    <Suspense fallback={<SkeletonRows label={t('common.loading')} />}>{content}</Suspense>
  )
  return (
    <>
      <PageHeader title={t('nav.people')} below={t('people.text')} />
      <Tabs
        label={t('nav.people')}
        value={tab}
        onChange={(next) => void navigate({ to: '/contacts', search: { tab: next }, replace: true })}
        tabs={[
          { id: 'contacts', label: t('people.contacts'), content: <ContactList /> },
          { id: 'groups', label: t('people.groups'), content: later(<Groups />) },
          { id: 'told', label: t('people.told'), content: later(<Matrix />) },
          { id: 'templates', label: t('people.templates'), content: later(<Templates />) },
          { id: 'addresses', label: t('people.older'), content: later(<OlderAddresses />) },
        ]}
      />
    </>
  )
}
