import { emailAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { endLine, endSubject, startLine, startSubject } from '../default-texts.ts'
import { mailText } from '../mail-delivery.ts'

export const emailShort = defineChannel('email_short', {
  name: { pl: 'E-mail krótki', en: 'Short e-mail' },
  description: {
    pl: 'Wiadomość w jednym wierszu, na mały ekran lub do bramki e-mail–SMS.',
    en: 'A one-line message, for small screens or an e-mail to SMS gateway.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  maxText: 320,
  templates: buildDefaultTemplates({ startSubject, start: startLine, endSubject, end: endLine }),

  deliver: mailText,
})
