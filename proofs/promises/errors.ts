import { type ErrorType, errorTypeCategories } from '@wachta/checks'
import type { ProductOffer } from './offered.ts'
import { findMention, findTemplate, findTest, inFolder, type SourceFile, type TestFile } from './source-tree.ts'

const produces = ['literal', 'key', 'access', 'value']

/** Every error type of checks, and every category of them. */
export const offerErrorTypes = (types: readonly ErrorType[]): ProductOffer[] => [
  ...types.map((type) => errorType(type)),
  ...errorTypeCategories.map(({ id }) => category(id, types)),
]

/** A check throws it by its symbol; the analyst, which does not import checks, uses its number. */
const errorType = ({ id, kind }: ErrorType): ProductOffer => ({
  family: 'error type',
  owner: '',
  name: kind,
  acts(tree) {
    const files = inFolder(tree.product, ...checking).filter(isNot('packages/checks/src/error-types/'))
    return (
      findMention(files, kind, (mention) => produces.includes(mention.kind)) ??
      findTemplate(files, kind, ({ from }) => from === 'CheckFailure') ??
      findMention(inFolder(files, 'packages/analyst/src/'), String(id))
    )
  },
  shown: (tree) =>
    findTest(tree.tests, kind, isNotTheList) ??
    findTest(tree.tests, String(id), ({ words }) => words.has('error_type_id')),
})

const checking = ['packages/checks/src/', 'packages/browser/src/', 'packages/sensor/src/', 'packages/analyst/src/']

/** The test of the list itself names every error type, but shows none. */
const isNotTheList = ({ path }: TestFile): boolean => !path.endsWith('/error-types.test.ts')

/** A category acts if one of its error types does. */
const category = (id: string, types: readonly ErrorType[]): ProductOffer => {
  const members = types.filter(({ categories }) => categories.includes(id)).map(errorType)
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
        ).filter(isNot('packages/api/src/platform/errors/catalogue.ts')),
        symbol,
        ({ kind }) => produces.includes(kind),
      ),
    shown: (tree) => findTest(tree.tests, symbol),
  }))

const isNot =
  (prefix: string) =>
  ({ path }: SourceFile): boolean =>
    !path.startsWith(prefix)
