import { type ErrorType, errorTypeCategories } from '@wachta/checks'
import type { ProductOffer } from './offered.ts'
import { findMention, findTemplate, findTest, inFolder, type SourceFile, type TestFile } from './source-tree.ts'

const producingKinds = ['literal', 'key', 'access', 'value']

/** Every error type of checks, and every category of them. */
export const offerErrorTypes = (types: readonly ErrorType[]): ProductOffer[] => [
  ...types.map((type) => createErrorTypeOffer(type)),
  ...errorTypeCategories.map(({ id }) => createCategoryOffer(id, types)),
]

/** Checks throw an error type by its name; the analyst, which does not import checks, uses its number. */
const createErrorTypeOffer = ({ id, kind }: ErrorType): ProductOffer => ({
  family: 'error type',
  owner: '',
  name: kind,
  acts(tree) {
    const files = inFolder(tree.product, ...checkingFolders).filter(isOutside('packages/checks/src/error-types/'))
    return (
      findMention(files, kind, (mention) => producingKinds.includes(mention.kind)) ??
      findTemplate(files, kind, ({ from }) => from === 'CheckFailure') ??
      findMention(inFolder(files, 'packages/analyst/src/'), String(id))
    )
  },
  shown: (tree) =>
    findTest(tree.tests, kind, isNotListTest) ??
    findTest(tree.tests, String(id), ({ words }) => words.has('error_type_id')),
})

const checkingFolders = [
  'packages/checks/src/',
  'packages/browser/src/',
  'packages/sensor/src/',
  'packages/analyst/src/',
]

/** Excludes the test of the list itself, which names every error type without testing any. */
const isNotListTest = ({ path }: TestFile): boolean => !path.endsWith('/error-types.test.ts')

/** A category is used if one of its error types is. */
const createCategoryOffer = (id: string, types: readonly ErrorType[]): ProductOffer => {
  const members = types.filter(({ categories }) => categories.includes(id)).map(createErrorTypeOffer)
  return {
    family: 'error type category',
    owner: '',
    name: id,
    acts: (tree) => members.map((member) => member.acts(tree)).find(Boolean),
    shown: (tree) => members.map((member) => member.shown(tree)).find(Boolean),
  }
}

/** Every reason for which the API rejects a request. */
export const offerRefusals = (symbols: readonly string[]): ProductOffer[] =>
  symbols.map((symbol) => ({
    family: 'API error',
    owner: '',
    name: symbol,
    acts: (tree) =>
      findMention(
        inFolder(
          tree.product,
          'packages/api/src/',
          'packages/resource/src/',
          'packages/checks/src/',
          'packages/channels/src/',
          'packages/domain/src/',
        ).filter(isOutside('packages/api/src/platform/errors/catalogue.ts')),
        symbol,
        ({ kind }) => producingKinds.includes(kind),
      ),
    shown: (tree) => findTest(tree.tests, symbol),
  }))

const isOutside =
  (prefix: string) =>
  ({ path }: SourceFile): boolean =>
    !path.startsWith(prefix)
