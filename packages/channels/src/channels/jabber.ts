import { defineAddress, isHost } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createNotConfiguredError } from '../delivery.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { plainLayout } from '../layout.ts'

export const jabber = defineChannel('jabber', {
  name: { pl: 'Jabber (XMPP)', en: 'Jabber (XMPP)' },
  description: {
    pl: 'Wiadomość na konto XMPP; adresem jest identyfikator, na przykład dyzur@example.com.',
    en: 'A message to an XMPP account; the address is its identifier, such as duty@example.com.',
  },
  address: defineAddress({
    format: {
      pl: 'Identyfikator konta XMPP, z zasobem lub bez: dyzur@example.com, dyzur@example.com/telefon.',
      en: 'The identifier of an XMPP account, with a resource or without: duty@example.com, duty@example.com/phone.',
    },
    maxLength: 512,
    accepts: isAccount,
    good: ['duty@example.com', 'duty@example.com/phone', 'dyżur@jabber.example.pl', 'duty@example.com/a@b/c d'],
    bad: [
      'example.com',
      'duty@',
      '@example.com',
      'du ty@example.com',
      'a@b@example.com',
      'duty@example.com/',
      'duty@exam_ple.com',
      'du<ty@example.com',
      'duty@example..com',
      'duty@example.com/pho\u0000ne',
    ],
  }),
  maxText: 5_000,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),
  digest: createDigestFormat(plainLayout, 10),

  async deliver({ id, thread, address, text }, { jabber: carrier }) {
    if (carrier === undefined) throw createNotConfiguredError('Jabber account')
    return await carrier.send({ id, thread, to: address, text })
  },
})

/**
 * Whether an address is `user@host` or `user@host/resource`, as in RFC 7622. A resource must not be empty; it can
 * contain nearly all characters, also @ and /.
 */
function isAccount(address: string): boolean {
  const slash = address.indexOf('/')
  const bare = slash < 0 ? address : address.slice(0, slash)
  const at = bare.indexOf('@')
  const isResourceValid = slash < 0 || slash < address.length - 1
  return isResourceValid && at > 0 && /^[^\s"&'/:<>@]+$/.test(bare.slice(0, at)) && isHost(bare.slice(at + 1))
}
