import { defineAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { discontinued } from '../delivery.ts'
import { endLine, startLine } from '../wording.ts'

export const hipchat = defineChannel('hipchat', {
  name: { pl: 'HipChat', en: 'HipChat' },
  description: {
    pl:
      'Kanał wycofany: HipChat zamknięto w 2019 roku. Pozostaje na liście dla zgodności: niczego nie wysyła i nie ' +
      'przyjmuje nowych adresów.',
    en:
      'Discontinued: HipChat was shut down in 2019. Kept in the list for compatibility: nothing is sent, and no new ' +
      'address is taken.',
  },
  isDiscontinued: true,
  address: defineAddress({
    format: { pl: 'Numer lub nazwa pokoju.', en: 'The number or name of a room.' },
    maximumLength: 50,
    accepts: (address) => /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(address),
    good: ['1234567', 'Dyżur nocny'],
    bad: ['', ' duty', '<duty>', 'a'.repeat(51)],
  }),
  maximumText: 10_000,
  templates: defaultTemplates({ start: startLine, end: endLine }),

  async deliver() {
    throw discontinued('HipChat')
  },
})
