import { registry } from '@wachta/api/resources'
import { compile } from '@wachta/database'
import {
  type AnyResource,
  buildSearchStatement,
  type Caller,
  getSearchNames,
  mergeParameters,
  type SearchRequest,
} from '@wachta/resource'
import type { ProductOffer } from './offered.ts'
import { findMention, findTest, type SourceLine, type SourceTree } from './source-tree.ts'

const administrator: Caller = {
  accountId: 1,
  actsFor: 1,
  packageId: 1,
  sessionId: 1,
  scope: 'administrator',
  readOnly: false,
  role: 'owner',
  language: 'en',
}

const requestBuilders = {
  fields: (name: string): SearchRequest => ({ fields: [name] }),
  embed: (name: string): SearchRequest => ({ fields: [], embed: [name] }),
  filters: (name: string): SearchRequest => ({ fields: [], filters: { [name]: [{ type: 'equals', argument: 0 }] } }),
  sort: (name: string): SearchRequest => ({ fields: [], sort: [{ field: name, order: 'descending' }] }),
} as const

/** Every name that a search accepts; each must change the SQL statement. */
export const offerSearchNames = (resources: readonly AnyResource[]): ProductOffer[] =>
  resources
    .filter(({ serve }) => serve?.operations.some((each) => each === 'search' || each === 'list'))
    .flatMap((resource) => {
      const { fields, embeds, filters, sorts } = getSearchNames(resource, registry)
      const names = { fields, embed: embeds, filters, sort: sorts }
      return Object.entries(names).flatMap(([member, all]) =>
        all.map((name) => createSearchOffer(resource, member as keyof typeof requestBuilders, name)),
      )
    })

const createSearchOffer = (
  resource: AnyResource,
  member: keyof typeof requestBuilders,
  name: string,
): ProductOffer => ({
  family: `search ${member}`,
  owner: resource.name,
  name,
  acts: (tree) => (changesStatement(resource, requestBuilders[member](name)) ? findMechanism(tree, member) : undefined),
  shown: (tree) =>
    findTest(tree.tests, 'getSearchNames', ({ path, words }) => path.endsWith('/search.test.ts') && words.has(member)),
})

const changesStatement = (resource: AnyResource, request: SearchRequest): boolean =>
  compileStatement(resource, request) !== getBareStatement(resource)

const bareStatements = new Map<string, string>()
function getBareStatement(resource: AnyResource): string {
  const statement = bareStatements.get(resource.name) ?? compileStatement(resource, { fields: [] })
  bareStatements.set(resource.name, statement)
  return statement
}

const compileStatement = (resource: AnyResource, request: SearchRequest): string =>
  mergeParameters(compile(buildSearchStatement({ registry, resource, request, caller: administrator }))).text

const findMechanism = (tree: SourceTree, member: string): SourceLine | undefined =>
  findMention(
    [...tree.files.values()].filter(({ path }) => path.startsWith('packages/resource/src/search')),
    member,
    ({ kind }) => kind === 'access' || kind === 'binding',
  )
