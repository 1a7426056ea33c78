import { registry } from '@wachta/api/resources'
import { account } from '@wachta/api/src/features/accounts/account.ts'
import { compile } from '@wachta/database'
import {
  bind,
  buildSearchStatement,
  type Caller,
  type CompiledStatement,
  mergeParameters,
  type SearchRequest,
} from '@wachta/resource'

/** A typical search: two filters, a sort, related objects and flags, the first ten rows. */
export const createTypicalSearch = (packageId: number): SearchRequest => ({
  filters: {
    package_id: [{ type: 'equals', argument: packageId }],
    is_blocked: [{ type: 'equals', argument: false }],
  },
  sort: [{ field: 'name' }],
  embed: ['package', 'permissions'],
  limit: 10,
})

/** Returns the statement that the API runs for the search, bound to one caller. */
export function buildStatement(caller: Caller, request: SearchRequest): CompiledStatement {
  const compiled = mergeParameters(compile(buildSearchStatement({ registry, resource: account, request, caller })))
  return bind(compiled, { caller, request, keys: [] })
}
