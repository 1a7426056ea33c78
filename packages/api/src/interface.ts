import { createRegistry, createSearcher, type Operation, type Registry } from '@wachta/resource'
import { never } from '@wachta/resource/permission'
import { account } from './features/accounts/account.ts'
import { registry } from './features/registry.ts'
import { createAllOperations } from './operations.ts'
import type { ApiContext } from './platform/context.ts'
import { createIssuers } from './platform/issuers/issuers.ts'

export interface Api {
  readonly context: ApiContext
  readonly operations: readonly Operation[]
}

/** Creates the context and all operations of the API over one database. */
export function createApi(parts: Omit<ApiContext, 'searcher' | 'issuers'>, { hasPortal = true } = {}): Api {
  const servedRegistry = hasPortal ? registry : withoutPortal(registry)
  const context = { ...parts, searcher: createSearcher(servedRegistry), issuers: createIssuers(parts) }
  return { context, operations: createAllOperations(context) }
}

/** Revokes the permission for the billing portal, so that clients who read permissions do not call it in vain. */
function withoutPortal({ all }: Registry): Registry {
  const permissions = { ...account.permissions, create_customer_portal_sessions: never }
  return createRegistry(all.map((resource) => (resource === account ? { ...account, permissions } : resource)))
}
