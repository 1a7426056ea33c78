import { emailAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage, endSubject, startSubject } from '../default-texts.ts'
import { createHtmlDigestFormat } from '../digest-layouts.ts'
import { htmlLayout } from '../layout.ts'
import { mailHtml } from '../mail-delivery.ts'

export const email = defineChannel('email', {
  name: { pl: 'E-mail', en: 'E-mail' },
  description: {
    pl: 'Wiadomość z opisem alertu i linkiem do szczegółów.',
    en: 'A message that describes the alert and links to its details.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  hasAttachments: true,
  maxText: 100_000,
  escape: 'html',
  templates: buildDefaultTemplates({
    startSubject,
    start: buildStartMessage(htmlLayout),
    endSubject,
    end: buildEndMessage(htmlLayout),
  }),
  digest: createHtmlDigestFormat(50),

  deliver: mailHtml,
})
