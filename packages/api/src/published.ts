import type { DocumentInfo } from '@wachta/resource'
import { describeApi } from './documents.ts'
import { createInterface } from './interface.ts'

/** The API as it is described, without anything to carry it out on: for documents, never for serving. */
export function createPublishedInterface(): DocumentInfo {
  const { operations, context } = createInterface({
    database: absent('database'),
    throttle: absent('throttle'),
    vault: absent('vault'),
    security: absent('security'),
    objects: absent('objects'),
    settings: absent('settings'),
  })
  return describeApi(operations, context.searcher.registry)
}

/** A service that must not be used while an interface is only described. */
const absent = (what: string): never =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`describing the interface used ${what}.${String(name)}`)
      },
    },
  ) as never
