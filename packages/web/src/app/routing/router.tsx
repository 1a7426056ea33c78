import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../registry/routes.ts'
import { Failed } from '../shell/failed.tsx'
import { LoadingScreen } from '../shell/pending.tsx'

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the panel or dialog of this entry was opened in the app, so that closing it goes back in the history. */
    readonly isOpenedHere?: boolean
  }
  interface Register {
    router: typeof router
  }
}
