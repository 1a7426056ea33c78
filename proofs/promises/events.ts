import { type EventKind, getProperties } from '@wachta/events'
import type { ProductOffer } from './offered.ts'
import { findMention, findTest, inFolder, type SourceFile, type SourceTree, type TestFile } from './source-tree.ts'

/** Every kind of alert rule, its settings, and their choices. */
export const offerEventKinds = (kinds: readonly EventKind[]): ProductOffer[] =>
  kinds.flatMap((kind) => [
    createKindOffer(kind),
    ...Object.entries(getProperties(kind)).flatMap(([name, schema]) => [
      createSettingOffer(kind, name),
      ...((schema as { enum?: readonly string[] }).enum ?? []).map((choice) => createChoiceOffer(kind, name, choice)),
    ]),
  ])

/** A kind is implemented by the function `holds` of its module, which evaluates its rules. */
const createKindOffer = (kind: EventKind): ProductOffer => ({
  family: 'event kind',
  owner: '',
  name: kind.id,
  acts: (tree) => {
    const module = findModule(tree, kind)
    return module && findMention([module], 'holds')
  },
  shown: (tree) => findTest(tree.tests, kind.id, ({ words }) => words.has('kind') || words.has('events')),
})

const createSettingOffer = (kind: EventKind, name: string): ProductOffer => ({
  family: 'event setting',
  owner: kind.id,
  name,
  acts: (tree) =>
    findMention(getSources(tree, kind), name, (mention) => mention.kind === 'access' || mention.kind === 'binding'),
  shown: (tree) => findTest(getTests(tree, kind), name),
})

const createChoiceOffer = (kind: EventKind, name: string, choice: string): ProductOffer => ({
  family: 'event setting',
  owner: kind.id,
  name: `${name}=${choice}`,
  acts: (tree) =>
    findMention(getSources(tree, kind), choice, (mention) => mention.kind !== 'listed' && mention.kind !== 'text'),
  shown: (tree) =>
    findTest([...getTests(tree, kind), ...inFolder(tree.tests, 'packages/events/test/')], choice, ({ words }) =>
      words.has(name),
    ),
})

const findModule = (tree: SourceTree, { id }: EventKind): SourceFile | undefined =>
  inFolder(tree.product, 'packages/events/src/kinds/').find(({ mentions }) =>
    mentions.get(id)?.some(({ from }) => from === 'id:'),
  )

/** The module of the kind with its imports, and the code of the analyst that reads its settings. */
function getSources(tree: SourceTree, kind: EventKind): readonly SourceFile[] {
  const module = findModule(tree, kind)
  const own = module ? tree.closure(module.path, 'packages/events/src/') : []
  return [...own, ...inFolder(tree.product, 'packages/analyst/src/events/', 'packages/events/src/measure.ts')]
}

const getTests = (tree: SourceTree, { id }: EventKind): readonly TestFile[] =>
  tree.tests.filter(({ words }) => words.has(id))
