import type { CheckType } from '@wachta/checks'
import type { ProductOffer } from './offered.ts'
import {
  findMention,
  findTest,
  inFolder,
  memoize,
  type SourceFile,
  type SourceTree,
  type TestFile,
} from './source-tree.ts'

/** Every check type, its settings, the choices of these, and the members of settings that are objects. */
export const offerCheckTypes = (types: readonly CheckType[]): ProductOffer[] =>
  types.flatMap((type) => [
    createTypeOffer(type),
    ...Object.entries(type.settings).flatMap(([name, { schema, enum: choices }]) => [
      createSettingOffer(type, name, name),
      ...(choices ?? []).map((choice) => createChoiceOffer(type, name, choice)),
      ...listMembers(schema).map((member) => createSettingOffer(type, `${name}.${member}`, member)),
    ]),
  ])

/** A type is implemented by its `run`; a heartbeat, which no sensor checks, by code that names the type. */
const createTypeOffer = (type: CheckType): ProductOffer => ({
  family: 'check type',
  owner: '',
  name: type.id,
  acts: (tree) =>
    findMention(tree.product, type.id, ({ kind, from }, { path }) =>
      type.run === undefined
        ? !path.startsWith('packages/checks/') && !path.includes('/dictionaries/') && kind !== 'listed'
        : from === 'defineCheckType',
    ),
  shown: (tree) => findTest(tree.tests, type.id),
})

const createSettingOffer = (type: CheckType, label: string, name: string): ProductOffer => ({
  family: 'check setting',
  owner: type.id,
  name: label,
  acts: (tree) =>
    findMention(getSources(tree, type), name, ({ kind, from }) => {
      if (kind === 'access' || kind === 'binding') return !/^(?:process|probe)/.test(from)
      return kind === 'literal' && from !== '' && !from.endsWith(':')
    }) ??
    // The actions of a browser are the keys of one table.
    findMention(
      inFolder(tree.product, 'packages/browser/src/scenario/actions.ts'),
      name,
      ({ kind }) => kind === 'key',
    ) ??
    findMention(
      getEngineFiles(tree),
      name,
      ({ kind }, { mentions }) => kind !== 'key' && kind !== 'text' && mentionsSettings(mentions),
    ),
  shown: (tree) => findTest(getTests(tree, type), name),
})

const createChoiceOffer = (type: CheckType, name: string, choice: string): ProductOffer => ({
  family: 'check setting',
  owner: type.id,
  name: `${name}=${choice}`,
  acts: (tree) =>
    findMention(getSources(tree, type), choice, ({ kind }) => kind !== 'listed' && kind !== 'text') ??
    (settingsSentUnchanged.has(name) ? createSettingOffer(type, name, name).acts(tree) : undefined),
  shown: (tree) => findTest(getTests(tree, type), choice, ({ words }) => words.has(name)),
})

/** Settings whose value is sent to the service unchanged. */
const settingsSentUnchanged = new Set(['http_method'])

/**
 * The module of the type, and its imports within the package. Types of the category `browser` run in another package.
 */
const getSources = (tree: SourceTree, type: CheckType): readonly SourceFile[] =>
  memoize(tree, `check type ${type.id}`, () => findSources(tree, type))

function findSources(tree: SourceTree, { id, category }: CheckType): readonly SourceFile[] {
  const types = inFolder(tree.product, 'packages/checks/src/types/')
  const module = types.find(({ mentions }) => mentions.get(id)?.some(({ from }) => from === 'defineCheckType'))
  const ownSources = module ? tree.closure(module.path, 'packages/checks/src/') : []
  return category === 'browser' ? [...ownSources, ...inFolder(tree.product, 'packages/browser/src/')] : ownSources
}

/** The code that reads the settings of every type, or of a type that no sensor checks. */
const getEngineFiles = (tree: SourceTree): readonly SourceFile[] =>
  inFolder(
    tree.product,
    ...['analyst', 'api', 'domain', 'planner', 'sensor'].map((name) => `packages/${name}/src/`),
    'packages/checks/src/check.ts',
    'packages/database/sql/',
  )

const mentionsSettings = (mentions: SourceFile['mentions']): boolean =>
  mentions.has('settings') || mentions.has('extended_settings')

const getTests = (tree: SourceTree, { id }: CheckType): readonly TestFile[] =>
  tree.tests.filter(({ words }) => words.has(id) || words.has(`check${id.charAt(0).toUpperCase()}${id.slice(1)}`))

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Returns the names of members at any depth, without duplicates. */
function listMembers(schema: Schema): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...oneOf]
  return [...new Set([...Object.keys(properties), ...inner.flatMap(listMembers)])]
}
