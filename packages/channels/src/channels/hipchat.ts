import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { endLine, startLine } from '../default-texts.ts'
import { createDiscontinuedError } from '../delivery.ts'

export const hipchat = defineChannel('hipchat', {
  name: { pl: 'HipChat', en: 'HipChat' },
  description: {
    pl:
      'Kanał wycofany: HipChat zamknięto w 2019 roku. Pozostaje na liście dla zgodności: niczego nie wysyła i nie ' +
      'przyjmuje nowych adresów.',
    en:
      'Discontinued: HipChat was shut down in 2019. Kept in the list for compatibility: it sends nothing and accepts ' +
      'no new addresses.',
  },
  isDiscontinued: true,
  address: defineAddress({
    format: { pl: 'Numer lub nazwa pokoju.', en: 'The number or name of a room.' },
    maxLength: 50,
    accepts: (address) => /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(address),
    good: ['1234567', 'Dyżur nocny'],
    bad: ['', ' duty', '<duty>', 'a'.repeat(51)],
  }),
  maxText: 10_000,
  templates: buildDefaultTemplates({ start: startLine, end: endLine }),

  async deliver() {
    throw createDiscontinuedError('HipChat')
  },
})
