import { emailAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage, endSubject, startSubject } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
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
  templates: buildDefaultTemplates({
    startSubject,
    start: buildStartMessage(plainLayout),
    endSubject,
    end: buildEndMessage(plainLayout),
  }),
  digest: createDigestFormat(plainLayout, 50),

  deliver: mailText,
})
