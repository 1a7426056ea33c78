import { Config as ServeConfig } from '@wachta/operate/config'
import { ProcessConfig } from '@wachta/runtime'
import { processConfigs } from '../../tools/process-configs.ts'
import type { ProductOffer } from './offered.ts'
import {
  findMention,
  findTest,
  inFolder,
  type Mention,
  remember,
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
      variable(owner, name),
      ...choicesOf(schema).map((choice) => variableChoice(owner, name, choice)),
    ]),
  )

const variable = (owner: string, name: string): ProductOffer => ({
  family: 'environment variable',
  owner,
  name,
  acts: (tree) => findMention(sourcesOf(tree, owner), name, isReadFromConfig),
  shown: (tree) => findTest(testsOf(tree, owner), name) ?? shownAs(tree, owner, name),
})

/** Tests of a part of a process use the name under which the variable is passed on. */
function shownAs(tree: SourceTree, owner: string, name: string): SourceLine | undefined {
  const aliases = sourcesOf(tree, owner)
    .flatMap(({ mentions }) => mentions.get(name) ?? [])
    .flatMap((mention) => (isReadFromConfig(mention) ? (mention.as ?? []) : []))
  const tests = inFolder(tree.tests, `packages/${owner}/test/`)
  return aliases
    .filter((alias) => alias !== name)
    .map((alias) => findTest(tests, alias))
    .find(Boolean)
}

/** A choice acts in a file that reads the variable, or that gets its value. */
const variableChoice = (owner: string, name: string, choice: string): ProductOffer => ({
  family: 'environment variable',
  owner,
  name: `${name}=${choice}`,
  acts: (tree) =>
    findMention(sourcesOf(tree, owner), choice, ({ kind }, file) => kind !== 'listed' && file.mentions.has(name)) ??
    handedOn(tree, owner, name),
  shown: (tree) => findTest(testsOf(tree, owner), choice, ({ words }) => words.has(name)),
})

/** Libraries that define the choices of a variable, and get them unchanged. */
const libraries: Readonly<Record<string, string>> = { LOG_LEVEL: 'pino' }

const handedOn = (tree: SourceTree, owner: string, name: string): SourceLine | undefined => {
  const library = libraries[name]
  if (library === undefined) return undefined
  return findMention(
    sourcesOf(tree, owner),
    name,
    (mention, { text }) => isReadFromConfig(mention) && text.includes(`from '${library}'`),
  )
}

/** The configuration of a process is read from `config`, or destructured from it. */
const isReadFromConfig = ({ kind, from }: Mention): boolean =>
  kind === 'key' ? from === 'config' : (kind === 'access' || kind === 'binding') && /config|environment/i.test(from)

const sourcesOf = (tree: SourceTree, owner: string): readonly SourceFile[] =>
  inFolder(tree.product, `packages/${owner}/src/`, 'packages/runtime/src/')

/** Its own tests, those of the package that every process runs in, and those that start it from outside and name it. */
const testsOf = (tree: SourceTree, owner: string): readonly TestFile[] =>
  remember(tree, `tests of ${owner}`, () => findTests(tree, owner))

const findTests = (tree: SourceTree, owner: string): readonly TestFile[] => [
  ...inFolder(tree.tests, `packages/${owner}/test/`),
  ...inFolder(tree.tests, 'packages/', 'tools/test/', 'proofs/', 'benchmarks/').filter(
    ({ words, files, path }) =>
      path.startsWith('packages/runtime/test/') ||
      words.has(owner) ||
      files.some(({ imports }) => imports.some((path) => path.startsWith(`packages/${owner}/`))),
  ),
]

const choicesOf = (schema: unknown): readonly string[] => (schema as { enum?: readonly string[] }).enum ?? []
