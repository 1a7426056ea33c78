import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startApi } from '@wachta/testing/api/start-api'
import { createFixture } from '../fuzz/fixture.ts'
import { type ApiProcess, startApiProcess } from './api-process.ts'
import type { PublishedOperation } from './document.ts'

/** An api process with a database that has callers and rows of every kind. */
export interface Rig extends AsyncDisposable {
  readonly api: ApiProcess
  /** Restores what requests have changed or deleted. */
  restore(): Promise<void>
  /** Returns the path of an operation, with keys of existing rows. */
  path(operation: PublishedOperation): string
  authorization(operation: PublishedOperation): string | undefined
}

export async function startRig(isBroken: boolean): Promise<Rig> {
  const keys = `test:${randomBytes(32).toString('base64')}`
  const folder = await mkdtemp(join(tmpdir(), 'wachta-cost-'))
  const objectsUrl = pathToFileURL(folder).href
  const seed = await startApi({ keys, objects: objectsUrl })
  const { operations, context } = seed.interface
  const world = await createFixture(seed.owner, context.searcher.registry, context.vault)
  const api = await startApiProcess({ databaseUrl: seed.test.url, secretKeys: keys, objectsUrl, isBroken })
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  return {
    api,
    restore: world.restoreAll,
    path({ id, path }) {
      const link = Object.hasOwn(world.links, id) ? world.links[id] : undefined
      if (link) return `${link.path}?${link.query.join('&')}`
      const resource = byId.get(id)?.on?.resource ?? 'account'
      return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const otherKeys = name === '_id' ? undefined : world.own.get(name.replace(/^_(.*)_id$/, '$1'))
        const key = otherKeys?.[0] ?? world.known[name]?.[0] ?? world.own.get(resource)?.[0] ?? 1_000_001
        return encodeURIComponent(String(key))
      })
    },
    authorization: ({ id }) => {
      const access = byId.get(id)?.access
      if (access === 'public') return undefined
      return world.authorization[access === 'administrator' ? 'administrator' : 'owner']
    },
    async [Symbol.asyncDispose]() {
      await api[Symbol.asyncDispose]()
      await seed[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
