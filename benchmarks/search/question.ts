import { registry } from '@wachta/api/resources'
import { account } from '@wachta/api/src/features/accounts/account.ts'
import { compile } from '@wachta/database'
import {
  bind,
  type Caller,
  type CompiledStatement,
  mergeParameters,
  type SearchRequest,
  searchStatement,
} from '@wachta/resource'

/** A typical search: two filters, a sort, related objects and flags, the first ten rows. */
export const typicalSearch = (packageId: number): SearchRequest => ({
  filters: {
    package_id: [{ type: 'equals', argument: packageId }],
    is_blocked: [{ type: 'equals', argument: false }],
  },
  sort: [{ field: 'name' }],
  embed: ['package', 'permissions'],
  limit: 10,
})

/** Returns the statement that the API runs for the search, bound to one caller. */
export function statementOf(caller: Caller, request: SearchRequest): CompiledStatement {
  const compiled = mergeParameters(compile(searchStatement({ registry, resource: account, request, caller })))
  return bind(compiled, { caller, request, keys: [] })
}
