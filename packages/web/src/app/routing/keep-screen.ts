import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { isServerReachable, waitForConnection } from './reachable.ts'
import { waitingScreen } from './waiting-screen.ts'

/** A screen whose code is loaded on demand; `preload` exists until it is loaded. */
interface LazyScreen {
  readonly preload?: () => Promise<unknown>
}

interface ScreenRouter extends Pick<AnyRouter, 'getMatchedRoutes'> {
  readonly history: RouterHistory
}

/** A progress bar is shown only if loading takes longer than this. */
const progressBarDelayMs = 300

/**
 * Keeps the current screen until the code of the next one is loaded. Without a connection the router would reload the
 * page, and the browser would replace the app by its own error page. The next screen opens when the server can be
 * reached again, unless the user has gone elsewhere.
 */
export function keepScreen(router: ScreenRouter): void {
  let latestHref = ''
  router.history.block({
    enableBeforeUnload: false,
    async blockerFn({ currentLocation, nextLocation, action }) {
      if (nextLocation.pathname === currentLocation.pathname) return false
      waitingScreen.set(null)
      latestHref = nextLocation.href
      const isLoaded = await loadScreen(router, nextLocation)
      // If the user has gone elsewhere meanwhile, block this navigation; but not Back: it has already changed the URL.
      if (latestHref !== nextLocation.href && (action === 'PUSH' || action === 'REPLACE')) return true
      if (isLoaded) return false
      if (await isServerReachable()) location.assign(nextLocation.href)
      else void openLater(router, nextLocation)
      return true
    },
  })
}

interface ScreenAddress {
  readonly pathname: string
  readonly href: string
}

/** Loads the code of a screen, and returns whether that succeeded. */
async function loadScreen(router: ScreenRouter, { pathname, href }: ScreenAddress): Promise<boolean> {
  const findMissing = () => findScreens(router, pathname).flatMap(({ preload }) => preload ?? [])
  const loads = findMissing()
  if (loads.length === 0) return true
  const progressBarTimer = setTimeout(() => waitingScreen.set({ kind: 'loading', href }), progressBarDelayMs)
  await Promise.all(loads.map((load) => load()))
  clearTimeout(progressBarTimer)
  waitingScreen.set(null)
  return findMissing().length === 0
}

async function openLater(router: ScreenRouter, next: ScreenAddress): Promise<void> {
  const ownWaitingScreen = { kind: 'offline', href: next.href } as const
  waitingScreen.set(ownWaitingScreen)
  while (waitingScreen.get() === ownWaitingScreen) {
    await waitForConnection()
    if (
      waitingScreen.get() !== ownWaitingScreen ||
      !(await isServerReachable()) ||
      waitingScreen.get() !== ownWaitingScreen
    )
      continue
    // A browser may cache that a file could not be loaded; then opening the address as a page requests it again.
    const isLoaded = await loadScreen(router, next)
    waitingScreen.set(null)
    if (isLoaded) router.history.push(next.href)
    else location.assign(next.href)
  }
}

const findScreens = (router: ScreenRouter, pathname: string): LazyScreen[] =>
  router.getMatchedRoutes(pathname)[0].flatMap(({ options }) => (options.component as LazyScreen | undefined) ?? [])
