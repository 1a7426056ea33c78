import { type AnyRoute, Link, useRouter } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { useMe } from '../client/me.ts'
import { useIsAdministrator } from '../client/session-scope.ts'
import { useI18n } from '../i18n/language.tsx'
import { type MenuEntry, menuEntries } from './menu-entries.ts'

/** Returns the menu entries that are available to the session. */
export function useMenuEntries() {
  const isAdministrator = useIsAdministrator()
  const { data: me } = useMe()
  const { routesById } = useRouter()
  const managesOtherAccounts = isAdministrator || me?.permissions?.create_subaccounts === true
  const featureEntries = Object.values<AnyRoute>(routesById).flatMap(
    ({ fullPath, options: { staticData } }): MenuEntry[] =>
      staticData?.place ? [{ to: fullPath as MenuEntry['to'], ...staticData.place }] : [],
  )
  const available = menuEntries.filter(({ isForResellers }) => !isForResellers || managesOtherAccounts)
  const accountIndex = available.findIndex(({ to }) => to === '/account')
  return available.toSpliced(accountIndex, 0, ...featureEntries)
}

export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  const { t } = useI18n()
  return (
    <nav aria-label={t('nav.label')}>
      <ul className="grid gap-0.5">
        {useMenuEntries().map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              {...(onGo && { onClick: onGo })}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className="flex min-h-10 items-center gap-3 rounded-md px-3 text-muted no-underline hover:bg-sunken hover:text-ink"
              activeProps={{ className: 'bg-accent-soft !text-ink font-medium', 'aria-current': 'page' }}
            >
              <Icon name={icon} />
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
