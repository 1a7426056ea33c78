import { Outlet, useLocation, useSearch } from '@tanstack/react-router'
import { hasSymbol } from '@wachta/client'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMe } from '../client/me.ts'
import { UnsavedDialog } from '../forms/unsaved-dialog.tsx'
import { useAccountZone, useI18n } from '../i18n/language.tsx'
import { LazyEvidence, LazySetupRequired } from '../registry/shell.ts'
import { lazyPart } from '../routing/lazy-part.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Drawer } from './drawer.tsx'
import { LiveMark } from './live-mark.tsx'
import { Navigation } from './navigation.tsx'
import { ObserverBanner } from './observer-banner.tsx'
import { SessionPanel } from './session-panel.tsx'
import { usePaletteKeys } from './shortcut-keys.ts'
import { paletteKeys, useShortcuts } from './shortcuts.ts'
import { StepUpDialog } from './step-up-dialog.tsx'
import { Wordmark } from './wordmark.tsx'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyPart(async () => (await loadPalette()).CommandPalette)
const loadHelp = () => import('./shortcut-help.tsx')
const ShortcutHelp = lazyPart(async () => (await loadHelp()).ShortcutHelp)

/** The frame around every screen after signing in. */
export function Frame() {
  const { t } = useI18n()
  const { data: me, error } = useMe()
  useAccountZone(me?.time_zone?.name)
  // Until it is set up, the API serves nothing else, so that there is nothing to go to and nothing to warn of.
  const missingFactor = findMissingFactor(error)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const main = useFocusOnMove()
  usePaletteKeys(() => setPaletteOpen(true))
  useShortcuts({ main, openPalette: () => setPaletteOpen(true), openHelp: () => setHelpOpen(true) })
  // Loaded after the screen but before they are needed, so that both also open without a connection.
  useEffect(() => void Promise.all([loadPalette(), loadHelp()]).catch(() => undefined), [])
  return (
    <>
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Sidebar isEmpty={missingFactor !== undefined} openPalette={() => setPaletteOpen(true)} />
        <div className="min-w-0">
          <header className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-3 py-2 lg:hidden">
            <Wordmark />
            {!missingFactor && <LiveMark />}
          </header>
          <ObserverBanner />
          <ConnectionBanner />
          <main
            ref={main}
            id="content"
            tabIndex={-1}
            className="mx-auto max-w-7xl px-4 pt-5 pb-[calc(var(--bottom-bar)+1.25rem)] outline-none sm:px-6 lg:px-8"
          >
            {missingFactor ? (
              <Suspense>
                <LazySetupRequired factor={missingFactor} />
              </Suspense>
            ) : (
              <Outlet />
            )}
          </main>
        </div>
      </div>
      <BottomBar
        isMenuOnly={missingFactor !== undefined}
        onSearch={() => setPaletteOpen(true)}
        onMenu={() => setMenuOpen(true)}
      />
      <Drawer isEmpty={missingFactor !== undefined} open={isMenuOpen} onClose={() => setMenuOpen(false)} />
      <OpenEvidence />
      <StepUpDialog />
      <UnsavedDialog />
      <Suspense>
        {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
        {isPaletteOpen && (
          <CommandPalette onClose={() => setPaletteOpen(false)} showShortcuts={() => setHelpOpen(true)} />
        )}
      </Suspense>
    </>
  )
}

interface SidebarProps {
  /** Whether there is nothing to go to. */
  readonly isEmpty: boolean
  readonly openPalette: () => void
}

function Sidebar({ isEmpty, openPalette }: SidebarProps) {
  const { t } = useI18n()
  return (
    <aside className="sticky top-0 flex h-dvh flex-col gap-4 overflow-hidden border-r border-line bg-surface p-3 max-lg:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <Wordmark />
        {!isEmpty && <LiveMark />}
      </div>
      {!isEmpty && (
        <>
          <Button kind="secondary" size="small" onClick={openPalette} className="justify-start text-muted">
            <Icon name="search" />
            {t('palette.open')}
            <kbd className="ml-auto font-sans text-xs">{paletteKeys}</kbd>
          </Button>
          <div className="scroll-hint min-h-0 grow overflow-y-auto">
            <Navigation />
          </div>
        </>
      )}
      <SessionPanel />
    </aside>
  )
}

/** The setup that the account requires before the API serves other requests. */
const findMissingFactor = (error: unknown): 'two_factor' | 'passkey' | undefined =>
  hasSymbol(error, 'two_factor_setup_required')
    ? 'two_factor'
    : hasSymbol(error, 'passkey_setup_required')
      ? 'passkey'
      : undefined

function OpenEvidence() {
  const { evidence, artifact } = useSearch({ strict: false })
  return (
    evidence && (
      <Suspense>
        <LazyEvidence evidence={evidence} {...(artifact && { artifact })} />
      </Suspense>
    )
  )
}

/** Moves the focus to the content of a new screen, as loading a new page would. */
function useFocusOnMove() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
