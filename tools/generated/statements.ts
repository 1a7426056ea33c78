import { registry } from '@wachta/api/resources'
import { compile } from '@wachta/database'
import { type AnyResource, buildSearchStatement, type Caller, getSearchNames, mergeParameters } from '@wachta/resource'
import type { GeneratedFile } from '../generated.ts'

const customer: Caller = {
  accountId: 1,
  actsFor: 1,
  packageId: 1,
  sessionId: 1,
  scope: 'customer',
  readOnly: false,
  role: 'owner',
  language: 'en',
}

/** One typical search statement per resource, so that reviewers see how a change affects the SQL. */
export const statements: GeneratedFile[] = registry.all
  .filter(({ table }) => table !== 'dictionary_entry')
  .map((resource) => ({
    path: `packages/api/sql/${resource.name}.sql`,
    produce: async () => generateTypicalSearch(resource),
  }))

function generateTypicalSearch(resource: AnyResource): string {
  const { embeds, filters, sorts } = getSearchNames(resource, registry)
  const first = filters.find((name) => name !== 'id')
  const request = {
    embed: embeds.filter((name) => !name.includes('.')),
    ...(first && { filters: { [first]: [{ type: 'equals' as const, argument: 0 }] } }),
    ...(resource.query && { query: 'word' }),
    sort: sorts.slice(0, 1).map((field) => ({ field })),
  }
  const caller = resource.serve?.scope === 'administrator' ? { ...customer, scope: 'administrator' as const } : customer
  const { text } = mergeParameters(compile(buildSearchStatement({ registry, resource, request, caller })))
  return `-- ${resource.name}: everything embedded, filtered by ${first ?? 'nothing'}, as a ${caller.scope}.\n${text};\n`
}
