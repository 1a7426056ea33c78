import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'

Object.assign(globalThis, { window: new EventTarget() })
const { connection } = await import('../src/app/client/connection.ts')
const { preloadWhenIdle } = await import('../src/app/routing/preload-when-idle.ts')

const Services = () => null

test('screens are loaded ahead again after a request was lost, though the browser never was offline', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loaded: string[] = []
  const root = createRootRoute()
  const screen = createRoute({
    getParentRoute: () => root,
    path: '/services',
    component: lazyRouteComponent(async () => {
      loaded.push('services')
      return { Services }
    }, 'Services'),
  })
  const router = createRouter({ routeTree: root.addChildren([screen]), history: createMemoryHistory() })
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      t.mock.timers.tick(1000)
      await turn()
    }
  }
  connection.markOffline()
  const ended = preloadWhenIdle(router)
  await pass(30)
  assert.deepEqual(loaded, [], 'nothing while there is no connection')
  // The next request succeeds.
  connection.markOnline()
  await pass(30)
  assert.deepEqual(loaded, ['services'])
  await ended
})
