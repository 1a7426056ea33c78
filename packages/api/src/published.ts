import type { DocumentInfo } from '@wachta/resource'
import { describeApi } from './documents.ts'
import { createApi } from './interface.ts'

/** Describes the API without a database or other dependencies: for generating documents, never for serving. */
export function describePublishedApi(): DocumentInfo {
  const { operations, context } = createApi({
    database: createAbsent('database'),
    throttle: createAbsent('throttle'),
    vault: createAbsent('vault'),
    security: createAbsent('security'),
    objects: createAbsent('objects'),
    settings: createAbsent('settings'),
  })
  return describeApi(operations, context.searcher.registry)
}

/** A placeholder for a dependency that must not be used while the interface is only described. */
const createAbsent = (dependency: string): never =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`describing the API used ${dependency}.${String(name)}`)
      },
    },
  ) as never
