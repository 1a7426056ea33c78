import { emailAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { endMessage, endSubject, startMessage, startSubject } from '../default-texts.ts'
import { layoutDigest } from '../digest-layouts.ts'
import { plainLayout } from '../layout.ts'
import { mailText } from '../mail-delivery.ts'

export const emailSimplified = defineChannel('email_simplified', {
  name: { pl: 'E-mail uproszczony', en: 'Simplified e-mail' },
  description: {
    pl: 'Wiadomość samym tekstem, bez formatowania i załączników.',
    en: 'A message in plain text, without formatting or attachments.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  maxText: 100_000,
  templates: defaultTemplates({
    startSubject,
    start: startMessage(plainLayout),
    endSubject,
    end: endMessage(plainLayout),
  }),
  digest: layoutDigest(plainLayout, 50),

  deliver: mailText,
})
