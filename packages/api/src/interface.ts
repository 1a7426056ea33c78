import { createRegistry, createSearcher, type Operation, type Registry } from '@wachta/resource'
import { nobody } from '@wachta/resource/permission'
import { allOperations } from './operations/index.ts'
import { account } from './resources/account.ts'
import { registry } from './resources/index.ts'
import type { Services } from './services.ts'

export interface Interface {
  readonly services: Services
  readonly operations: readonly Operation[]
}

/** The whole interface over one database; with a billing portal unless it is said that there is none. */
export function createInterface(parts: Omit<Services, 'searcher'>, { hasPortal = true } = {}): Interface {
  const served = hasPortal ? registry : withoutPortal(registry)
  const services = { ...parts, searcher: createSearcher(served) }
  return { services, operations: allOperations(services) }
}

/** Without a billing portal nobody may open it: whoever asks for permissions first is not led to a rejection. */
function withoutPortal({ all }: Registry): Registry {
  const permissions = { ...account.permissions, create_customer_portal_sessions: nobody }
  return createRegistry(all.map((resource) => (resource === account ? { ...account, permissions } : resource)))
}
