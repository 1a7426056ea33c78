import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '../../app/client/me.ts'
import { useIsAdministrator } from '../../app/client/session-scope.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Packages } from '../packages/packages.tsx'
import { Accounts } from './accounts.tsx'
import { MonthlyUsage } from './monthly-usage.tsx'
import { administrationTexts } from './texts.ts'

const route = getRouteApi('/inside/framed/administration')

/** The accounts that the user manages; for administrators also packages and usage. */
export function AdministrationPage() {
  const { t } = useI18n()
  const texts = useTexts(administrationTexts)
  useTitle(t('nav.administration'))
  const { tab = 'accounts' } = route.useSearch()
  const navigate = useNavigate()
  const { data: me, error } = useMe()
  const isAdministrator = useIsAdministrator()
  if (!me) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  const tabs: { id: string; label: string; content: ReactNode }[] = [
    { id: 'accounts', label: texts('administration.accounts'), content: <Accounts me={me} /> },
    ...(isAdministrator
      ? [
          { id: 'packages', label: t('administration.packages'), content: <Packages /> },
          { id: 'usage', label: texts('administration.usage'), content: <MonthlyUsage /> },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader title={t('nav.administration')} />
      <Tabs
        label={t('nav.administration')}
        value={tabs.some(({ id }) => id === tab) ? tab : 'accounts'}
        onChange={(next) => void navigate({ to: '/administration', search: { tab: next }, replace: true })}
        tabs={tabs}
      />
    </>
  )
}
