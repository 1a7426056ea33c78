import type { AnyCommand } from '@wachta/cli'
import { documentChoices } from './document.ts'
import type { ProductOffer } from './offered.ts'
import type { ApiDocument } from './schema.ts'
import {
  findMention,
  findTest,
  inFolder,
  remember,
  type SourceFile,
  type SourceTree,
  type TestFile,
} from './source-tree.ts'

type NamedCommand = Pick<AnyCommand, 'path' | 'options'>

/** Every option of every command, with its choices. */
export const offerOptions = (commands: readonly NamedCommand[], document: ApiDocument): ProductOffer[] => {
  const known = documentChoices(document)
  return commands.flatMap((command) =>
    Object.entries<DeclaredOption>(command.options ?? {}).flatMap(([name, { choices = [], short }]) => {
      const itself = option(command, name, short)
      const field = known.find((each) => choices.every((choice) => each.choices.includes(choice)))?.name
      return [itself, ...choices.map((choice) => optionChoice(command, itself, { choice, ...(field && { field }) }))]
    }),
  )
}

interface DeclaredOption {
  readonly choices?: readonly string[]
  readonly short?: string
}

const option = (command: NamedCommand, name: string, short = ''): ProductOffer => ({
  family: 'command option',
  owner: command.path,
  name: `--${name}`,
  acts: (tree) =>
    findMention(sourcesOf(tree, command), name, ({ kind, from }) => {
      if (kind === 'access') return /options|given|asked/i.test(from)
      return kind === 'binding' && (/options|all/i.test(from) || /^[A-Z]\w*$/.test(from)) && from !== 'Invocation'
    }),
  shown: (tree) =>
    findTest(testsOf(tree, command), `--${name}`) ??
    findTest(testsOf(tree, command), `-${short}`) ??
    (isShared(tree, command, name) ? findTest(inFolder(tree.tests, 'packages/operate/test/'), `--${name}`) : undefined),
})

/**
 * An option that a wrapper adds to many commands, and that only the wrapper reads, is shown by a test of any of them.
 */
const isShared = (tree: SourceTree, command: NamedCommand, name: string): boolean =>
  inFolder(tree.product, 'packages/operate/src/single-node/of-installation.ts').some(
    (wrapper) =>
      findMention([wrapper], name, ({ kind }) => kind === 'binding') !== undefined &&
      findMention(declaringFiles(tree, command), name, ({ kind }) => kind === 'key') === undefined,
  )

/** A choice that is also a value of `field` in the API is passed on unchanged. */
const optionChoice = (
  command: NamedCommand,
  itself: ProductOffer,
  { choice, field }: { choice: string; field?: string },
): ProductOffer => ({
  family: 'command option',
  owner: command.path,
  name: `${itself.name} ${choice}`,
  acts: (tree) =>
    findMention(sourcesOf(tree, command), choice, ({ kind }) => kind !== 'listed' && kind !== 'text') ??
    (field === undefined ? undefined : itself.acts(tree)),
  shown: (tree) =>
    findTest(testsOf(tree, command), choice) ??
    (field === undefined ? undefined : findTest(tree.tests, choice, ({ words }) => words.has(field))),
})

/** The file that declares the command, and its imports within the package. */
const sourcesOf = (tree: SourceTree, command: NamedCommand): readonly SourceFile[] =>
  remember(tree, `command ${command.path}`, () =>
    declaringFiles(tree, command)
      .flatMap((file) => tree.closure(file.path, 'packages/', 5))
      .filter((file) => /^packages\/(?:cli|client|operate)\//.test(file.path)),
  )

function declaringFiles(tree: SourceTree, { path }: NamedCommand): SourceFile[] {
  const all = inFolder(tree.product, 'packages/cli/src/', 'packages/operate/src/')
  const names = [path, path.replace(/\S+$/, '*')]
  return all.filter(({ mentions }) => names.some((name) => mentions.get(name)?.some(({ from }) => from === 'path:')))
}

/** Tests of commands that type the words of this one. */
const testsOf = (tree: SourceTree, { path }: NamedCommand): readonly TestFile[] =>
  inFolder(tree.tests, 'packages/cli/test/', 'packages/operate/test/', 'tools/test/', 'proofs/').filter(({ words }) =>
    path.split(' ').every((word) => words.has(word)),
  )
