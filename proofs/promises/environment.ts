import { Config as ServeConfig } from '@wachta/operate/config'
import { ProcessConfig } from '@wachta/runtime'
import { processConfigs } from '../../tools/process-configs.ts'
import type { ProductOffer } from './offered.ts'
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

export interface ProcessVariables {
  /** The package whose code runs as the process. */
  readonly package: string
  readonly variables: Readonly<Record<string, unknown>>
}

export const processVariables: readonly ProcessVariables[] = [
  { package: 'runtime', variables: ProcessConfig.properties },
  { package: 'operate', variables: ServeConfig.properties },
  ...[...processConfigs].map(([name, { properties }]) => ({ package: name, variables: properties })),
]

/** Every environment variable of every process, with its choices. */
export const offerVariables = (processes: readonly ProcessVariables[]): ProductOffer[] =>
  processes.flatMap(({ package: owner, variables }) =>
    Object.entries(variables).flatMap(([name, schema]) => [
      createVariableOffer(owner, name),
      ...getChoices(schema).map((choice) => createChoiceOffer(owner, name, choice)),
    ]),
  )

const createVariableOffer = (owner: string, name: string): ProductOffer => ({
  family: 'environment variable',
  owner,
  name,
  acts: (tree) => findMention(getSources(tree, owner), name, isReadFromConfig),
  shown: (tree) => findTest(getTests(tree, owner), name) ?? findAliasTest(tree, owner, name),
})

/** Finds a test that uses another name of the variable: a part of a process gets its value under that name. */
function findAliasTest(tree: SourceTree, owner: string, name: string): SourceLine | undefined {
  const aliases = getSources(tree, owner)
    .flatMap(({ mentions }) => mentions.get(name) ?? [])
    .flatMap((mention) => (isReadFromConfig(mention) ? (mention.as ?? []) : []))
  const tests = inFolder(tree.tests, `packages/${owner}/test/`)
  return aliases
    .filter((alias) => alias !== name)
    .map((alias) => findTest(tests, alias))
    .find(Boolean)
}

/** A choice is used in a file that reads the variable, or by a library that gets its value. */
const createChoiceOffer = (owner: string, name: string, choice: string): ProductOffer => ({
  family: 'environment variable',
  owner,
  name: `${name}=${choice}`,
  acts: (tree) =>
    findMention(getSources(tree, owner), choice, ({ kind }, file) => kind !== 'listed' && file.mentions.has(name)) ??
    findLibraryUse(tree, owner, name),
  shown: (tree) => findTest(getTests(tree, owner), choice, ({ words }) => words.has(name)),
})

/** Libraries that define the choices of a variable, and get them unchanged. */
const libraries: Readonly<Record<string, string>> = { LOG_LEVEL: 'pino' }

const findLibraryUse = (tree: SourceTree, owner: string, name: string): SourceLine | undefined => {
  const library = libraries[name]
  if (library === undefined) return undefined
  return findMention(
    getSources(tree, owner),
    name,
    (mention, { text }) => isReadFromConfig(mention) && text.includes(`from '${library}'`),
  )
}

/** The configuration of a process is read from `config`, or destructured from it. */
const isReadFromConfig = ({ kind, from }: Mention): boolean =>
  kind === 'key' ? from === 'config' : (kind === 'access' || kind === 'binding') && /config|environment/i.test(from)

const getSources = (tree: SourceTree, owner: string): readonly SourceFile[] =>
  inFolder(tree.product, `packages/${owner}/src/`, 'packages/runtime/src/')

/** Its own tests, those of the runtime package, which every process uses, and those that name or import it. */
const getTests = (tree: SourceTree, owner: string): readonly TestFile[] =>
  memoize(tree, `tests of ${owner}`, () => findTests(tree, owner))

const findTests = (tree: SourceTree, owner: string): readonly TestFile[] => [
  ...inFolder(tree.tests, `packages/${owner}/test/`),
  ...inFolder(tree.tests, 'packages/', 'tools/test/', 'proofs/', 'benchmarks/').filter(
    ({ words, files, path }) =>
      path.startsWith('packages/runtime/test/') ||
      words.has(owner) ||
      files.some(({ imports }) => imports.some((path) => path.startsWith(`packages/${owner}/`))),
  ),
]

const getChoices = (schema: unknown): readonly string[] => (schema as { enum?: readonly string[] }).enum ?? []
