import { emailAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndDetails, buildStartDetails, endSubject, startSubject } from '../default-texts.ts'
import { createHtmlDigestFormat } from '../digest-layouts.ts'
import { htmlLayout } from '../layout.ts'
import { mailHtml } from '../mail-delivery.ts'

export const emailExtended = defineChannel('email_extended', {
  name: { pl: 'E-mail rozszerzony', en: 'Extended e-mail' },
  description: {
    pl: 'Wiadomość z wynikami każdego sensora, prawdopodobną przyczyną i załączonymi dowodami.',
    en: 'A message with the results of every sensor, the likely cause and the evidence attached.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  hasAttachments: true,
  maxText: 100_000,
  escape: 'html',
  templates: buildDefaultTemplates({
    startSubject,
    start: buildStartDetails(htmlLayout),
    endSubject,
    end: buildEndDetails(htmlLayout),
    // Artifacts that are readable on a phone. Response bodies and HAR archives are large and one link away.
    artifacts: [
      'headers',
      'certificate_chain',
      'dns_answer',
      'traceroute',
      'transcript',
      'registry_answer',
      'heartbeat_report',
    ],
  }),
  digest: createHtmlDigestFormat(50),

  deliver: mailHtml,
})
