import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { connection } from '../client/connection.ts'
import { partLoaders } from './lazy-part.ts'
import { waitForConnection } from './reachable.ts'

/** The delay that lets the first screen and its data load first. */
const startDelayMs = 8000

/**
 * Loads the code of all screens while the browser is idle, one file after another, so that they open at once and
 * without a connection. Skipped if the browser is set to save data. Of several tabs only one does it at a time, because
 * together they would slow the browser down.
 */
export async function preloadWhenIdle(router: Pick<AnyRouter, 'routesById'>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, startDelayMs))
  if ('connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true) return
  // Browsers have locks only on pages that were loaded over HTTPS, or from this machine.
  if ('locks' in navigator) await navigator.locks.request('wachta.preload', () => preloadAll(router))
  else await preloadAll(router)
}

async function preloadAll(router: Pick<AnyRouter, 'routesById'>): Promise<void> {
  for (const { options } of Object.values<AnyRoute>(router.routesById)) {
    await waitUntilIdle()
    await (options.component as { preload?: () => Promise<unknown> } | undefined)?.preload?.()
  }
  // Loading the screens above has added the loaders of their parts.
  for (const load of partLoaders) {
    await waitUntilIdle()
    await load().catch(() => undefined)
  }
}

/** Resolves when the browser has nothing else to do, and the API is reachable. */
async function waitUntilIdle(): Promise<void> {
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
  // A failed request also marks the connection as lost. No `online` event follows then, so read the state repeatedly.
  while (connection.get() !== null) await waitForConnection()
}
