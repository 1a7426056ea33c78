import type { AnyRouter, RouterHistory } from '@tanstack/react-router'
import { isServerReachable, waitForConnection } from './reachable.ts'
import { waitingScreen } from './waiting-screen.ts'

/** The code of a screen; `preload` is there until it is loaded. */
interface LazyScreen {
  readonly preload?: () => Promise<unknown>
}

interface ScreenRouter extends Pick<AnyRouter, 'getMatchedRoutes'> {
  readonly history: RouterHistory
}

/** Loads faster than this need no progress bar. */
const patienceMs = 300

/**
 * Keeps the current screen until the code of the next one is loaded. Without a connection the router would reload the
 * page, and the browser would replace the app by its own error page. The next screen opens when the server can be
 * reached again, unless the user has gone elsewhere.
 */
export function keepScreen(router: ScreenRouter): void {
  let latest = ''
  router.history.block({
    enableBeforeUnload: false,
    async blockerFn({ currentLocation, nextLocation, action }) {
      if (nextLocation.pathname === currentLocation.pathname) return false
      waitingScreen.set(null)
      latest = nextLocation.href
      const isThere = await isLoaded(router, nextLocation)
      // If the user has navigated meanwhile, this must not navigate again. Back has already changed the URL.
      if (latest !== nextLocation.href && (action === 'PUSH' || action === 'REPLACE')) return true
      if (isThere) return false
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

/** Loads the code of a screen, and returns whether it is there. */
async function isLoaded(router: ScreenRouter, { pathname, href }: ScreenAddress): Promise<boolean> {
  const missing = () => findScreens(router, pathname).flatMap(({ preload }) => preload ?? [])
  const loads = missing()
  if (loads.length === 0) return true
  const bar = setTimeout(() => waitingScreen.set({ kind: 'loading', href }), patienceMs)
  await Promise.all(loads.map((load) => load()))
  clearTimeout(bar)
  waitingScreen.set(null)
  return missing().length === 0
}

async function openLater(router: ScreenRouter, next: ScreenAddress): Promise<void> {
  const own = { kind: 'offline', href: next.href } as const
  waitingScreen.set(own)
  while (waitingScreen.get() === own) {
    await waitForConnection()
    if (waitingScreen.get() !== own || !(await isServerReachable()) || waitingScreen.get() !== own) continue
    // A browser may remember that a file could not be loaded; opening the address as a page asks for it again.
    const isThere = await isLoaded(router, next)
    waitingScreen.set(null)
    if (isThere) router.history.push(next.href)
    else location.assign(next.href)
  }
}

const findScreens = (router: ScreenRouter, pathname: string): LazyScreen[] =>
  router.getMatchedRoutes(pathname)[0].flatMap(({ options }) => (options.component as LazyScreen | undefined) ?? [])
