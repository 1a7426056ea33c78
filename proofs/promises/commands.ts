import type { AnyCommand } from '@wachta/cli'
import { listDocumentChoices } from './document.ts'
import type { ProductOffer } from './offered.ts'
import type { ApiDocument } from './schema.ts'
import {
  findMention,
  findTest,
  inFolder,
  memoize,
  type SourceFile,
  type SourceTree,
  type TestFile,
} from './source-tree.ts'

type NamedCommand = Pick<AnyCommand, 'path' | 'options'>

/** Every option of every command, with its choices. */
export const offerOptions = (commands: readonly NamedCommand[], document: ApiDocument): ProductOffer[] => {
  const known = listDocumentChoices(document)
  return commands.flatMap((command) =>
    Object.entries<DeclaredOption>(command.options ?? {}).flatMap(([name, { choices = [], short }]) => {
      const optionOffer = createOptionOffer(command, name, short)
      const field = known.find((each) => choices.every((choice) => each.choices.includes(choice)))?.name
      return [
        optionOffer,
        ...choices.map((choice) => createChoiceOffer(command, optionOffer, { choice, ...(field && { field }) })),
      ]
    }),
  )
}

interface DeclaredOption {
  readonly choices?: readonly string[]
  readonly short?: string
}

const createOptionOffer = (command: NamedCommand, name: string, short = ''): ProductOffer => ({
  family: 'command option',
  owner: command.path,
  name: `--${name}`,
  acts: (tree) =>
    findMention(getSources(tree, command), name, ({ kind, from }) => {
      if (kind === 'access') return /options|given|asked/i.test(from)
      return kind === 'binding' && (/options|all/i.test(from) || /^[A-Z]\w*$/.test(from)) && from !== 'Invocation'
    }),
  shown: (tree) =>
    findTest(getTests(tree, command), `--${name}`) ??
    findTest(getTests(tree, command), `-${short}`) ??
    (isShared(tree, command, name) ? findTest(inFolder(tree.tests, 'packages/operate/test/'), `--${name}`) : undefined),
})

/**
 * Whether a wrapper adds the option to many commands and alone reads it: then a test of any of them is enough.
 */
const isShared = (tree: SourceTree, command: NamedCommand, name: string): boolean =>
  inFolder(tree.product, 'packages/operate/src/single-node/define-installation-command.ts').some(
    (wrapper) =>
      findMention([wrapper], name, ({ kind }) => kind === 'binding') !== undefined &&
      findMention(findDeclaringFiles(tree, command), name, ({ kind }) => kind === 'key') === undefined,
  )

/** A choice that is also a value of `field` in the API is passed on unchanged. */
const createChoiceOffer = (
  command: NamedCommand,
  optionOffer: ProductOffer,
  { choice, field }: { choice: string; field?: string },
): ProductOffer => ({
  family: 'command option',
  owner: command.path,
  name: `${optionOffer.name} ${choice}`,
  acts: (tree) =>
    findMention(getSources(tree, command), choice, ({ kind }) => kind !== 'listed' && kind !== 'text') ??
    (field === undefined ? undefined : optionOffer.acts(tree)),
  shown: (tree) =>
    findTest(getTests(tree, command), choice) ??
    (field === undefined ? undefined : findTest(tree.tests, choice, ({ words }) => words.has(field))),
})

/** The file that declares the command, and its imports within the package. */
const getSources = (tree: SourceTree, command: NamedCommand): readonly SourceFile[] =>
  memoize(tree, `command ${command.path}`, () =>
    findDeclaringFiles(tree, command)
      .flatMap((file) => tree.closure(file.path, 'packages/', 5))
      .filter((file) => /^packages\/(?:cli|client|operate)\//.test(file.path)),
  )

function findDeclaringFiles(tree: SourceTree, { path }: NamedCommand): SourceFile[] {
  const all = inFolder(tree.product, 'packages/cli/src/', 'packages/operate/src/')
  const names = [path, path.replace(/\S+$/, '*')]
  return all.filter(({ mentions }) => names.some((name) => mentions.get(name)?.some(({ from }) => from === 'path:')))
}

/** Tests that contain all words of the command. */
const getTests = (tree: SourceTree, { path }: NamedCommand): readonly TestFile[] =>
  inFolder(tree.tests, 'packages/cli/test/', 'packages/operate/test/', 'tools/test/', 'proofs/').filter(({ words }) =>
    path.split(' ').every((word) => words.has(word)),
  )
