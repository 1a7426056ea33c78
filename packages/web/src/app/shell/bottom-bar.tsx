import { Link } from '@tanstack/react-router'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useI18n } from '../i18n/language.tsx'
import { menuEntries } from './menu-entries.ts'

interface BottomBarProps {
  /** Whether there is nothing to go to; the menu still has the sign-out button. */
  readonly isMenuOnly: boolean
  readonly onSearch: () => void
  readonly onMenu: () => void
}

/** The first three menu entries, search and the whole menu, within reach of a thumb on narrow screens. */
export function BottomBar({ isMenuOnly, onSearch, onMenu }: BottomBarProps) {
  const { t } = useI18n()
  return (
    <nav
      aria-label={t('nav.bar')}
      className="fixed inset-x-0 bottom-0 z-30 grid h-(--bottom-bar) grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {(isMenuOnly ? [] : menuEntries.slice(0, 3)).map(({ to, name, icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className={itemClass}
          activeProps={{ className: '!text-accent font-medium', 'aria-current': 'page' }}
        >
          <Item icon={icon} label={t(name)} />
        </Link>
      ))}
      {!isMenuOnly && (
        <button type="button" onClick={onSearch} className={itemClass}>
          <Item icon="search" label={t('nav.search')} />
        </button>
      )}
      <button type="button" onClick={onMenu} className={itemClass}>
        <Item icon="menu" label={t('nav.menu')} />
      </button>
    </nav>
  )
}

const itemClass = 'grid min-w-0 content-center justify-items-center gap-1 px-1 text-muted no-underline hover:text-ink'

function Item({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <>
      <Icon name={icon} className="!size-5" />
      <span className="max-w-full truncate text-xs">{label}</span>
    </>
  )
}
