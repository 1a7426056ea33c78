import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registry } from '@wachta/api/resources'
import { repositoryRoot } from '../../tools/tree.ts'
import { followReferences } from '../follow-references.ts'
import type { ProductOffer } from './offered.ts'
import { type ApiDocument, listChoices, listMembers, type Schema } from './schema.ts'
import {
  findMention,
  findTest,
  inFolder,
  type Mention,
  memoize,
  type SourceFile,
  type SourceLine,
  type SourceTree,
  type TestFile,
} from './source-tree.ts'

/** Every field with a fixed set of values, with these values. */
export const listDocumentChoices = ({
  components: { schemas },
}: ApiDocument): { readonly name: string; readonly choices: readonly string[] }[] =>
  Object.entries(schemas).flatMap(([owner, schema]) =>
    owner.endsWith('_search')
      ? []
      : listMembers(schema).map(({ path, schema: field }) => ({
          name: path.at(-1) ?? '',
          choices: listChoices(field),
        })),
  )

export async function loadServedDocument(): Promise<ApiDocument> {
  const document: ApiDocument = JSON.parse(await readFile(join(repositoryRoot, 'api/openapi.json'), 'utf8'))
  return { ...document, components: { schemas: followReferences(document.components.schemas) } }
}

/** Every field that a request can set, every value of fields with fixed values, and every query parameter. */
export function offerDocument(served: ApiDocument): ProductOffer[] {
  const schemas = Object.entries(served.components.schemas).filter(([name]) => !name.endsWith('_search'))
  const pathsBySchema = mapRequestSchemas(served)
  return [
    ...schemas.flatMap(([name, schema]) => createRequestFieldOffers(name, schema, pathsBySchema.get(name) ?? [])),
    ...schemas.flatMap(([name, schema]) => createChoiceOffers(name, schema)),
    ...createQueryParameterOffers(served),
  ]
}

/** Parameters of searches: search.ts examines them by the statements that they produce. */
const searchParameter = /^(?:fields|embed|query|sort|limit|offset|filter\..*)$/

/** The paths that take each schema as a request. */
const mapRequestSchemas = ({ paths }: ApiDocument): ReadonlyMap<string, readonly string[]> => {
  const used = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods)
      .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
      .map(({ schema }) => ({ path, schema: schema.$ref?.split('/').at(-1) ?? '' })),
  )
  const bySchema = Map.groupBy(used, ({ schema }) => schema)
  return new Map([...bySchema].map(([schema, all]) => [schema, all.map(({ path }) => path)]))
}

const createRequestFieldOffers = (owner: string, schema: Schema, paths: readonly string[]): ProductOffer[] =>
  paths.length === 0
    ? []
    : listMembers(schema)
        .filter(({ schema: { readOnly } }) => !readOnly)
        .map(({ path, schema: field }) => createRequestFieldOffer({ owner, path, field, paths }))

interface RequestField {
  readonly owner: string
  /** The names of members from the body down to the field. */
  readonly path: readonly string[]
  readonly field: Schema
  /** The paths of the operations that take the request. */
  readonly paths: readonly string[]
}

function createRequestFieldOffer({ owner, path, field, paths }: RequestField): ProductOffer {
  const name = path.at(-1) ?? ''
  const resource = getResourceName(owner)
  return {
    family: 'request field',
    owner,
    name: path.join('.'),
    acts: (tree) =>
      findStatement(tree, resource, name) ??
      findMention(findKnowingFiles(tree, resource, owner, path), name, isRead) ??
      (isPlain(resource, name, field) ? findMention(findDeclaringFiles(tree, resource), name) : undefined) ??
      findDeclaredField({ owner, path, field, paths })?.acts(tree),
    shown: (tree) =>
      findTest(getTests(tree, paths), name) ?? findDeclaredField({ owner, path, field, paths })?.shown(tree),
  }
}

/** A field of a declared configuration means the same as in a request for the record. */
function findDeclaredField({ owner, path: [collection = '', ...path], field }: RequestField): ProductOffer | undefined {
  if (owner !== 'apply_data' || path.length === 0) return undefined
  const resource = path[0] === 'addresses' ? 'contact_address' : collection.slice(0, -1)
  return createRequestFieldOffer({ owner: `${resource}_create_data`, path, field, paths: [`/${collection}`] })
}

const createChoiceOffers = (owner: string, schema: Schema): ProductOffer[] =>
  listMembers(schema).flatMap(({ path, schema: field }) =>
    listChoices(field).map((choice, _, all) => createChoiceOffer(owner, path, choice, all)),
  )

function createChoiceOffer(
  owner: string,
  path: readonly string[],
  choice: string,
  all: readonly string[],
): ProductOffer {
  const name = path.at(-1) ?? ''
  return {
    family: 'choice',
    owner,
    name: `${path.join('.')}=${choice}`,
    acts: (tree) => {
      const names = [name, ...getFieldSources(tree, name)]
      const isNear = (mention: Mention, file: SourceFile) =>
        isUsed(mention) && (names.some((each) => file.mentions.has(each)) || holdsAll(file, all))
      return findMention(getEngineFiles(tree), choice, isNear) ?? findComposed(tree, choice)
    },
    shown: (tree) => findTest(tree.tests, choice, ({ words }) => words.has(name)),
  }
}

/** Finds code that composes a choice from parts: `contacts:read` where operations are assigned to `contacts`. */
function findComposed(tree: SourceTree, choice: string): SourceLine | undefined {
  const [family = '', action] = choice.split(':')
  if (action === undefined) return undefined
  const composing = getEngineFiles(tree).filter(({ mentions }) => mentions.has(`*:${action}`) || mentions.has('*:*'))
  return findMention(composing, family, (mention) => mention.kind === 'literal' || mention.kind === 'value')
}

const isUsed = ({ kind }: Mention): boolean => kind !== 'listed' && kind !== 'text'

/** Whether the file contains all choices (except a default): then it need not contain the name of the field. */
const holdsAll = ({ mentions }: SourceFile, all: readonly string[]): boolean =>
  all.length > 2 && all.filter((choice) => !mentions.get(choice)?.some(isUsed)).length <= 1

/** The names of the values written to the field: `scope` for `actor_scope`, from `actor_scope: caller.scope`. */
const getFieldSources = (tree: SourceTree, name: string): string[] =>
  memoize(tree, `sources of ${name}`, () => findFieldSources(tree, name))

const findFieldSources = (tree: SourceTree, name: string): string[] =>
  inFolder(tree.product, 'packages/api/src/').flatMap(({ mentions }) =>
    mentions.has(name)
      ? [...mentions].flatMap(([word, all]) =>
          all.some((each) => each.as === name && each.kind === 'access') ? word : [],
        )
      : [],
  )

const createQueryParameterOffers = ({ paths }: ApiDocument): ProductOffer[] =>
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter((parameter) => parameter.in === 'query' && !searchParameter.test(parameter.name))
        .map(({ name }) => createQueryParameterOffer(operationId, name)),
    )

const createQueryParameterOffer = (owner: string, name: string): ProductOffer => ({
  family: 'query parameter',
  owner,
  name,
  acts: (tree) =>
    findMention(inFolder(tree.product, 'packages/api/src/'), name, ({ kind, from }, { mentions }) => {
      if (kind === 'access' || kind === 'binding') return /query/.test(from)
      return (kind === 'literal' && from.endsWith('[]')) || (from === 'name:' && mentions.has('query'))
    }),
  shown: (tree) => findTest(inFolder(tree.tests, 'packages/api/test/', 'packages/client/test/'), name),
})

/** `contact_group` of `contact_group_create_data`; the whole name if the operation belongs to no resource. */
const getResourceName = (schema: string): string =>
  schema
    .replace(/_(?:bulk_)?(?:intervals_)?(?:create|update|disable|initialize|confirm|setup|change|preview)?_?data$/, '')
    .replace(/^admin_package$/, 'package')

/** Free text and plain numbers are stored and returned unchanged. Flags, choices and references are not. */
function isPlain(resource: string, name: string, { type, enum: choices, format }: Schema): boolean {
  const field = registry.all.find((each) => each.name === resource)?.fields[name]
  return (
    field !== undefined &&
    (type === 'string' || type === 'number') &&
    choices === undefined &&
    format === undefined &&
    !name.endsWith('_id')
  )
}

/**
 * Whether a mention reads the name: destructures it, compares it, or gives it to a function. A list of names only
 * passes it on.
 */
const isRead = ({ kind, from }: Mention): boolean =>
  kind === 'access' ||
  kind === 'binding' ||
  (kind === 'literal' && (/^\w+$/.test(from) ? !declaringFunctions.has(from) : from === 'section:'))

/** Functions that declare fields of a relation or a request. */
const declaringFunctions = new Set(['nameSchema', 'pick', 'Pick'])

/**
 * Returns the files that deal with the resource: those that import its definition or are imported by it, and those that
 * declare the request, with their imports. Members of a type that many resources have are read where it is defined.
 */
function findKnowingFiles(tree: SourceTree, resource: string, schema: string, path: readonly string[]): SourceFile[] {
  const definitions = findDeclaringFiles(tree, resource).map((file) => file.path)
  const requests = memoize(tree, `request ${schema}`, () =>
    inFolder(tree.product, 'packages/api/src/').filter(
      // The sections of a declared configuration are in the folders of their features.
      (file) => declares(file, schema) || (schema === 'apply_data' && file.path.endsWith('/apply.ts')),
    ),
  )
  const nearPaths = new Set(
    [
      ...definitions.flatMap((start) => tree.closure(start, 'packages/api/src/', 1)),
      ...requests.flatMap(({ path: start }) => tree.closure(start, 'packages/api/src/', 2)),
    ].map((file) => file.path),
  )
  const types = Object.entries(sharedTypeFiles).flatMap(([member, folders]) =>
    path.slice(0, -1).includes(member) ? folders : [],
  )
  return getEngineFiles(tree).filter(
    (file) =>
      nearPaths.has(file.path) ||
      [...types, ...(snapshotFolders[resource] ?? [])].some((folder) => file.path.startsWith(folder)) ||
      file.imports.some((each) => definitions.includes(each)),
  )
}

/**
 * Finds a statement that names the table of the resource and the column. A column name that few tables have may also be
 * in another piece of SQL in the same file, because statements can be composed of several pieces.
 */
function findStatement(tree: SourceTree, resource: string, name: string): SourceLine | undefined {
  const definition = registry.all.find((each) => each.name === resource)
  if (definition && !(name in definition.fields)) return undefined
  const table = definition?.table ?? resource
  const isRare = new Set(registry.all.filter(({ fields }) => name in fields).map((each) => each.table)).size <= 4
  const inSql = (accepts: (line: number, tables: readonly Mention[]) => boolean) =>
    findMention(getEngineFiles(tree), name, ({ kind, line, from }, { mentions }) => {
      return from === 'sql' && (kind === 'column' || kind === 'value') && accepts(line, mentions.get(table) ?? [])
    })
  return (
    inSql((line, tables) => tables.some((each) => each.kind === 'column' && each.line === line)) ??
    (isRare ? inSql((_, tables) => tables.length > 0) : undefined)
  )
}

/** Resources whose fields are read from a copy of the record, with the folders that read it. */
const snapshotFolders: Readonly<Record<string, readonly string[]>> = {
  report_template: ['packages/api/src/features/reports/', 'packages/report/src/', 'packages/reporter/src/reports/'],
}

/** Members of shared types, with the files that read them, whatever record they are in. */
const sharedTypeFiles: Readonly<Record<string, readonly string[]>> = {
  start_minute: ['packages/domain/src/minute-of-week.ts'],
  end_minute: ['packages/domain/src/minute-of-week.ts'],
  accounting_method: ['packages/domain/src/service-level.ts', 'packages/domain/src/window.ts'],
  announcement_templates: [
    'packages/status-page/src/announcement.ts',
    'packages/reporter/src/status-pages/write-announcement.ts',
  ],
  settings: [
    'packages/events/src/',
    'packages/analyst/src/events/',
    'packages/sensor/src/dig.ts',
    'packages/sensor/src/traceroute.ts',
  ],
}

/** Whether the file declares the schema, by its name or by a template for it: `${name}_bulk_create_data`. */
const declares = ({ mentions }: SourceFile, schema: string): boolean =>
  [...mentions].some(
    ([word, all]) =>
      all.some(({ from }) => from === 'nameSchema') &&
      (word === schema ||
        (word.includes('*') && new RegExp(`^${word.split('*').map(RegExp.escape).join('\\w+')}$`).test(schema))),
  )

const findDeclaringFiles = (tree: SourceTree, resource: string): SourceFile[] =>
  inFolder(tree.product, 'packages/api/src/features/').filter(({ mentions }) =>
    mentions.get(resource)?.some(({ from }) => from === 'defineResource'),
  )

const getEngineFiles = (tree: SourceTree): SourceFile[] =>
  memoize(tree, 'engine', () => tree.product.filter(({ path }) => !/^packages\/(?:cli|operate)\//.test(path)))

/** Tests that call one of the paths, except those that send everything everywhere, which test no single field. */
const getTests = (tree: SourceTree, paths: readonly string[]): TestFile[] =>
  memoize(tree, `tests of ${paths.join()}`, () => findTests(tree, paths))

const findTests = (tree: SourceTree, paths: readonly string[]): TestFile[] =>
  inFolder(tree.tests, 'packages/').filter(
    ({ path, words }) =>
      !/\/(?:fuzz|matrix)\.test\.ts$/.test(path) &&
      paths.some((each) => each.split('/').every((part) => part === '' || part.startsWith('{') || words.has(part))),
  )
