import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { endLine, startLine } from '../default-texts.ts'
import { createDiscontinuedError } from '../delivery.ts'

export const gaduGadu = defineChannel('gadu_gadu', {
  name: { pl: 'Gadu-Gadu', en: 'Gadu-Gadu' },
  description: {
    pl: 'Kanał wycofany. Pozostaje na liście dla zgodności: niczego nie wysyła i nie przyjmuje nowych adresów.',
    en: 'Discontinued. Kept in the list for compatibility: it sends nothing and accepts no new addresses.',
  },
  isDiscontinued: true,
  address: defineAddress({
    format: { pl: 'Numer Gadu-Gadu, od 3 do 10 cyfr.', en: 'A Gadu-Gadu number, 3 to 10 digits.' },
    maxLength: 10,
    accepts: (address) => /^[1-9][0-9]{2,9}$/.test(address),
    good: ['1234567', '100'],
    bad: ['0123456', '12', '12345678901', 'duty', '1234 567'],
  }),
  maxText: 1_900,
  templates: buildDefaultTemplates({ start: startLine, end: endLine }),

  async deliver() {
    throw createDiscontinuedError('Gadu-Gadu')
  },
})
