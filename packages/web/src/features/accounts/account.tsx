import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActingAccount, useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { LazyContent } from '../../app/shell/lazy-content.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Profile } from './profile.tsx'

const route = getRouteApi('/inside/framed/account')
const Security = lazyPart(async () => (await import('../account-security/security.tsx')).AccountSecurityPage)
const Users = lazyPart(async () => (await import('./users.tsx')).Users)
const Usage = lazyPart(async () => (await import('./usage.tsx')).Usage)
const ApiKeys = lazyPart(async () => (await import('../api-keys/api-keys.tsx')).ApiKeys)
const Applications = lazyPart(async () => (await import('../applications/applications.tsx')).Applications)
const Branding = lazyPart(async () => (await import('../branding/branding.tsx')).BrandingSection)
const SingleSignOn = lazyPart(async () => (await import('../single-sign-on/single-sign-on.tsx')).SingleSignOn)
const SigningKeys = lazyPart(async () => (await import('./signing-keys.tsx')).SigningKeys)

/** The pages of the user's own account. */
export function AccountPage() {
  const { t } = useI18n()
  useTitle(t('nav.account'))
  const { tab = 'profile' } = route.useSearch()
  const navigate = useNavigate()
  const { data: me, error } = useMe()
  const acting = useActingAccount()
  if (!me) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  const { permissions = {} } = me
  const mayInvite = acting?.permissions?.create_users === true
  const tabs: [id: string, label: string, content: ReactNode, isVisible: boolean][] = [
    ['profile', t('account.profile'), <Profile key="profile" account={me} />, true],
    ['security', t('account.security'), <Security key="security" account={me} />, true],
    ['api-keys', t('account.apiKeys'), <ApiKeys key="api-keys" account={me} />, true],
    [
      'applications',
      t('applications.title'),
      <Applications key="applications" account={me} owner={acting ?? me} />,
      true,
    ],
    ['users', t('account.users'), <Users key="users" account={acting ?? me} />, mayInvite || acting === me],
    [
      'single-sign-on',
      t('sso.title'),
      <SingleSignOn key="single-sign-on" account={acting ?? me} isManaging={mayInvite} />,
      mayInvite || me.parent_account_id !== null,
    ],
    ['usage', t('account.usage'), <Usage key="usage" account={me} />, true],
    ['branding', t('branding.title'), <Branding key="branding" account={me} />, permissions.manage_branding === true],
    ['keys', t('account.keys'), <SigningKeys key="keys" account={me} />, permissions.manage_signing_keys === true],
  ]
  return (
    <>
      <PageHeader
        title={t('nav.account')}
        below={`${me.name} · ${me.username}`}
        actions={
          permissions.read_logs && (
            <Link to="/audit" className="text-accent underline underline-offset-4">
              {t('audit.title')}
            </Link>
          )
        }
      />
      <Tabs
        label={t('nav.account')}
        value={tab}
        onChange={(next) => void navigate({ to: '/account', search: { tab: next }, replace: true })}
        tabs={tabs
          .filter(([, , , isVisible]) => isVisible)
          .map(([id, label, content]) => ({
            id,
            label,
            content: <LazyContent>{content}</LazyContent>,
          }))}
      />
    </>
  )
}
