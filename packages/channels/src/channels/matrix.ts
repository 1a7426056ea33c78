import { defineAddress, isHost } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { plainLayout } from '../layout.ts'
import { endMessage, startMessage } from '../wording.ts'

export const matrix = defineChannel('matrix', {
  name: { pl: 'Matrix', en: 'Matrix' },
  description: {
    pl: 'Wiadomość w pokoju sieci Matrix, na przykład w aplikacji Element.',
    en: 'A message in a room of the Matrix network, as seen in Element.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Identyfikator pokoju, na przykład !abc:example.com, albo jego nazwa, na przykład #dyzur:example.com.',
      en: 'The identifier of a room, such as !abc:example.com, or its alias, such as #duty:example.com.',
    },
    maximumLength: 255,
    accepts: isRoom,
    good: ['!abcDEF123:example.com', '#duty:example.com', '#dyżur:matrix.example.pl:8448'],
    bad: [
      'duty:example.com',
      '#duty',
      '!:example.com',
      '@duty:example.com',
      '#duty:',
      '#du ty:example.com',
      '#duty:a:x',
    ],
  }),
  maximumText: 16_000,
  templates: defaultTemplates({ start: startMessage(plainLayout), end: endMessage(plainLayout) }),
})

function isRoom(address: string): boolean {
  const [, host] = /^[!#][^\s:]+:([^\s:]+)(?::[0-9]{1,5})?$/.exec(address) ?? []
  return host !== undefined && isHost(host)
}
