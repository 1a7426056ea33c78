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
    /** Whether what this entry adds was opened in the app, so that closing it is going back. */
    readonly isOpenedHere?: boolean
  }
  interface Register {
    router: typeof router
  }
}
