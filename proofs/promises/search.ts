import { registry } from '@wachta/api/resources'
import { compile } from '@wachta/database'
import {
  type AnyResource,
  type Caller,
  mergeParameters,
  type SearchRequest,
  searchNames,
  searchStatement,
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

const uses = {
  fields: (name: string): SearchRequest => ({ fields: [name] }),
  embed: (name: string): SearchRequest => ({ fields: [], embed: [name] }),
  filters: (name: string): SearchRequest => ({ fields: [], filters: { [name]: [{ type: 'equals', argument: 0 }] } }),
  sort: (name: string): SearchRequest => ({ fields: [], sort: [{ field: name, order: 'descending' }] }),
} as const

/** Every name that a search accepts: each must change the statement. */
export const offerSearchNames = (resources: readonly AnyResource[]): ProductOffer[] =>
  resources
    .filter(({ serve }) => serve?.operations.some((each) => each === 'search' || each === 'list'))
    .flatMap((resource) => {
      const { fields, embeds, filters, sorts } = searchNames(resource, registry)
      const names = { fields, embed: embeds, filters, sort: sorts }
      return Object.entries(names).flatMap(([member, all]) =>
        all.map((name) => searchName(resource, member as keyof typeof uses, name)),
      )
    })

const searchName = (resource: AnyResource, member: keyof typeof uses, name: string): ProductOffer => ({
  family: `search ${member}`,
  owner: resource.name,
  name,
  acts: (tree) => (changesStatement(resource, uses[member](name)) ? mechanism(tree, member) : undefined),
  shown: (tree) =>
    findTest(tree.tests, 'searchNames', ({ path, words }) => path.endsWith('/search.test.ts') && words.has(member)),
})

const changesStatement = (resource: AnyResource, request: SearchRequest): boolean =>
  statementOf(resource, request) !== bareStatement(resource)

const bareStatements = new Map<string, string>()
function bareStatement(resource: AnyResource): string {
  const kept = bareStatements.get(resource.name) ?? statementOf(resource, { fields: [] })
  bareStatements.set(resource.name, kept)
  return kept
}

const statementOf = (resource: AnyResource, request: SearchRequest): string =>
  mergeParameters(compile(searchStatement({ registry, resource, request, caller: administrator }))).text

const mechanism = (tree: SourceTree, member: string): SourceLine | undefined =>
  findMention(
    [...tree.files.values()].filter(({ path }) => path.startsWith('packages/resource/src/search')),
    member,
    ({ kind }) => kind === 'access' || kind === 'binding',
  )
