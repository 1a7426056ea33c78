import { emailAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { htmlLayout } from '../layout.ts'
import { mailHtml } from '../mail-delivery.ts'
import { endMessage, endSubject, startMessage, startSubject } from '../wording.ts'

export const email = defineChannel('email', {
  name: { pl: 'E-mail', en: 'E-mail' },
  description: {
    pl: 'Zwykła wiadomość z opisem zdarzenia i odnośnikiem do szczegółów.',
    en: 'The usual message, with a description of the event and a link to its details.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  hasAttachments: true,
  maximumText: 100_000,
  escape: 'html',
  templates: defaultTemplates({
    startSubject,
    start: startMessage(htmlLayout),
    endSubject,
    end: endMessage(htmlLayout),
  }),

  deliver: mailHtml,
})
