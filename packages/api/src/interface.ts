import { createSearcher, type Operation } from '@wachta/resource'
import { allOperations } from './operations/index.ts'
import { registry } from './resources/index.ts'
import type { Services } from './services.ts'

export interface Interface {
  readonly services: Services
  readonly operations: readonly Operation[]
}

/** The whole interface over one database. */
export function createInterface(parts: Omit<Services, 'searcher'>): Interface {
  const services = { ...parts, searcher: createSearcher(registry) }
  return { services, operations: allOperations(services) }
}
