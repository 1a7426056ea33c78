import { type AnyRoute, Link, useRouter } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { useMe } from '../client/me.ts'
import { useIsAdministrator } from '../client/session-scope.ts'
import { useI18n } from '../i18n/language.tsx'
import { type MenuEntry, places } from './places.ts'

/** Returns the menu entries that are available to the session. */
export function usePlaces() {
  const isAdministrator = useIsAdministrator()
  const { data: me } = useMe()
  const { routesById } = useRouter()
  const answersForOthers = isAdministrator || me?.permissions?.create_subaccounts === true
  const ofFeatures = Object.values<AnyRoute>(routesById).flatMap(
    ({ fullPath, options: { staticData } }): MenuEntry[] =>
      staticData?.place ? [{ to: fullPath as MenuEntry['to'], ...staticData.place }] : [],
  )
  const available = places.filter(({ isForResellers }) => !isForResellers || answersForOthers)
  const account = available.findIndex(({ to }) => to === '/account')
  return available.toSpliced(account, 0, ...ofFeatures)
}

export function Navigation({ onGo }: { readonly onGo?: () => void }) {
  const { t } = useI18n()
  return (
    <nav aria-label={t('nav.label')}>
      <ul className="grid gap-0.5">
        {usePlaces().map(({ to, name, icon }) => (
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
