import { createRouter } from '@tanstack/react-router'
import { Failed } from './failed.tsx'
import { Pending } from './pending.tsx'
import { accountRoutes } from './routes/account.ts'
import { administrationRoutes } from './routes/administration.ts'
import { dictionaryRoutes } from './routes/dictionary.ts'
import { entranceRoutes } from './routes/entrance.ts'
import { eventRoutes } from './routes/events.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { framed, inside, root } from './routes/parents.ts'
import { peopleRoutes } from './routes/people.ts'
import { timeRoutes } from './routes/time.ts'
import { wall, watchingRoutes } from './routes/watching.ts'

const routeTree = root.addChildren([
  ...entranceRoutes,
  inside.addChildren([
    wall,
    framed.addChildren([
      ...watchingRoutes,
      ...onboardingRoutes,
      ...accountRoutes,
      ...timeRoutes,
      ...eventRoutes,
      ...peopleRoutes,
      ...administrationRoutes,
      ...dictionaryRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
