import { defineAddress, isWebUrl } from '../address.ts'
import type { Carriers, WebRequest } from '../carrier.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { acknowledgeLabel, buildEndMessage, buildStartMessage, endSubject, startSubject } from '../default-texts.ts'
import { createNotConfiguredError } from '../delivery.ts'
import { plainLayout } from '../layout.ts'
import type { Message } from '../message.ts'
import { sendWithOperatorKey, toDelivery } from '../web-delivery.ts'

const topicPattern = /^[A-Za-z0-9_-]{1,64}$/
const maxBytes = 4_096

export const ntfy = defineChannel('ntfy', {
  name: { pl: 'ntfy', en: 'ntfy' },
  description: {
    pl: 'Powiadomienie przez ntfy, na serwerze domyślnym lub własnym; adresem jest temat.',
    en: 'A notification through ntfy, on the default server or your own; the address is a topic.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Temat (litery, cyfry, _ i -, do 64 znaków) albo adres URL tematu na własnym serwerze.',
      en: 'A topic (letters, digits, _ and -, up to 64 characters) or the URL of a topic on your own server.',
    },
    maxLength: 512,
    accepts: (address) => topicPattern.test(address) || isTopicUrl(address),
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
  // A message can have 4096 bytes, and some Polish letters have two.
  maxText: 2_000,
  templates: buildDefaultTemplates({
    startSubject,
    start: buildStartMessage(plainLayout),
    endSubject,
    end: buildEndMessage(plainLayout),
  }),

  async deliver(message, carriers) {
    const { server, send, name } = findServer(message.address, carriers)
    return toDelivery(await send({ url: server, body: { topic: name, ...toContent(message) } }))
  },
})

/** The topic is the last part of the path. */
function isTopicUrl(address: string): boolean {
  if (!isWebUrl(address, true)) return false
  const { pathname, search, hash } = new URL(address)
  return search === '' && hash === '' && topicPattern.test(pathname.slice(pathname.lastIndexOf('/') + 1))
}

/** JSON is posted to the root of the server and contains the topic. */
function findServer(address: string, { web, gateway, ntfy: sharedServer }: Carriers) {
  if (!topicPattern.test(address)) {
    const { href } = new URL(address)
    const end = href.lastIndexOf('/') + 1
    return { server: href.slice(0, end), send: (request: WebRequest) => web.send(request), name: href.slice(end) }
  }
  if (sharedServer === undefined) throw createNotConfiguredError('ntfy server')
  const headers: Record<string, string> =
    sharedServer.token === undefined ? {} : { authorization: `Bearer ${sharedServer.token}` }
  const send = (request: WebRequest) => sendWithOperatorKey(gateway, { ...request, headers })
  return { server: sharedServer.url, send, name: address }
}

const priorities = { start: 5, end: 3, test: 3, code: 3 }
const tags = { start: 'rotating_light', end: 'white_check_mark', test: 'wrench', code: 'key' }

function toContent({ kind, subject, text, language, values }: Message): object {
  const { analysis_link = '', acknowledge_link = '' } = values
  const acknowledge = { action: 'view', label: acknowledgeLabel[language], url: acknowledge_link }
  return {
    title: subject,
    message: text.slice(0, countFittingCharacters(text)),
    priority: priorities[kind],
    tags: [tags[kind]],
    ...(isWebUrl(analysis_link, true) && { click: analysis_link }),
    ...(kind === 'start' && isWebUrl(acknowledge_link, true) && { actions: [acknowledge] }),
  }
}

/** How many characters of a text fit into the bytes of a message. */
function countFittingCharacters(text: string): number {
  return new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read
}
