import { emailAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { mailText } from '../mail-delivery.ts'
import { endLine, endSubject, startLine, startSubject } from '../wording.ts'

export const emailShort = defineChannel('email_short', {
  name: { pl: 'E-mail krótki', en: 'Short e-mail' },
  description: {
    pl: 'Wiadomość w jednym wierszu, na mały ekran lub do bramki e-mail na SMS.',
    en: 'A message of one line, for a small screen or an e-mail to SMS gateway.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  maximumText: 320,
  templates: defaultTemplates({ startSubject, start: startLine, endSubject, end: endLine }),

  deliver: mailText,
})
