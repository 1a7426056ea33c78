import { defineAddress, isWebUrl } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { plainLayout } from '../layout.ts'
import { endMessage, endSubject, startMessage, startSubject } from '../wording.ts'

const topic = /^[A-Za-z0-9_-]{1,64}$/

export const ntfy = defineChannel('ntfy', {
  name: { pl: 'ntfy', en: 'ntfy' },
  description: {
    pl: 'Powiadomienie przez ntfy, z serwera wspólnego lub własnego; adresem jest temat.',
    en: 'A notification through ntfy, from the common server or your own; the address is a topic.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Temat (litery, cyfry, _ i -, do 64 znaków) albo adres URL tematu na własnym serwerze.',
      en: 'A topic (letters, digits, _ and -, up to 64 characters) or the URL of a topic on your own server.',
    },
    maximumLength: 512,
    accepts: (address) => topic.test(address) || isTopicUrl(address),
    good: ['night-duty_7', 'https://ntfy.example.com/night-duty', 'http://ntfy.example.internal:8080/push/duty'],
    bad: [
      'night duty',
      'a'.repeat(65),
      'https://ntfy.example.com',
      'https://ntfy.example.com/',
      'https://ntfy.example.com/night%20duty',
      'https://user:secret@ntfy.example.com/duty',
      'ftp://ntfy.example.com/duty',
    ],
  }),
  hasSubject: true,
  // A message may have 4096 bytes, and a Polish letter has two.
  maximumText: 2_000,
  templates: defaultTemplates({
    startSubject,
    start: startMessage(plainLayout),
    endSubject,
    end: endMessage(plainLayout),
  }),
})

/** The topic is the last part of the path. */
function isTopicUrl(address: string): boolean {
  if (!isWebUrl(address, true)) return false
  const { pathname, search, hash } = new URL(address)
  return search === '' && hash === '' && topic.test(pathname.slice(pathname.lastIndexOf('/') + 1))
}
