import { createRegistry, createSearcher, type Operation, type Registry } from '@wachta/resource'
import { nobody } from '@wachta/resource/permission'
import { account } from './features/accounts/account.ts'
import { registry } from './features/registry.ts'
import { allOperations } from './operations.ts'
import type { ApiContext } from './platform/context.ts'

export interface Interface {
  readonly context: ApiContext
  readonly operations: readonly Operation[]
}

/** The whole interface over one database; with a billing portal unless it is said that there is none. */
export function createInterface(parts: Omit<ApiContext, 'searcher'>, { hasPortal = true } = {}): Interface {
  const served = hasPortal ? registry : withoutPortal(registry)
  const context = { ...parts, searcher: createSearcher(served) }
  return { context, operations: allOperations(context) }
}

/** Without a billing portal nobody may open it: whoever asks for permissions first is not led to a rejection. */
function withoutPortal({ all }: Registry): Registry {
  const permissions = { ...account.permissions, create_customer_portal_sessions: nobody }
  return createRegistry(all.map((resource) => (resource === account ? { ...account, permissions } : resource)))
}
