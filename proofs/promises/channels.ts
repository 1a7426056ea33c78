import type { Channel } from '@wachta/channels'
import type { ProductOffer } from './offered.ts'
import { findMention, findTest, inFolder, type SourceFile } from './source-tree.ts'

/** Every notification channel. A discontinued one accepts no new addresses. */
export const offerChannels = (offered: readonly Channel[]): ProductOffer[] =>
  offered.map(({ id, isDiscontinued }) => ({
    family: 'channel',
    owner: '',
    name: id,
    acts: (tree) => {
      const module = inFolder(tree.product, 'packages/channels/src/channels/').find(isModuleOf(id))
      return module && findMention([module], 'deliver')
    },
    shown: (tree) =>
      isDiscontinued
        ? findTest(tree.tests, 'channel_discontinued', ({ words }) => words.has('isDiscontinued'))
        : findTest(tree.tests, id, ({ words }) =>
            ['deliver', 'faultsOfDelivery', 'channel_id'].some((word) => words.has(word)),
          ),
    ...(isDiscontinued && { refusal: 'The provider has ended the service: an address of it is refused.' }),
  }))

const isModuleOf =
  (id: string) =>
  ({ mentions }: SourceFile) =>
    mentions.get(id)?.some(({ from }) => from === 'defineChannel') ?? false
