import type { IncomingMessage } from 'node:http'
import { isFound } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { expectTime } from '../web/expectations.ts'
import { toWebEndpoint } from '../web/web-endpoint.ts'
import { listMaskedHeaderLines } from '../web/web-request.ts'
import { openChannel, type WebSocketChannel } from '../websocket/channel.ts'
import { webAddress } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { httpTokenPattern } from './patterns.ts'
import { readFlagSetting, readLinesSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import { type CheckSettings, longTextField, secretField, textField } from './setting.ts'
import {
  certificateSettings,
  expectedRegex,
  maximumResponseTime,
  requestHeaders,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

export const websocketCheckType = defineCheckType('websocket', {
  name: { pl: 'Kanał WebSocket', en: 'WebSocket channel' },
  description: {
    pl: 'Otwiera kanał WebSocket; może wysłać wiadomość i porównać odpowiedź.',
    en: 'Opens a WebSocket channel; it can send a message and compare the response.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Adres kanału, np. wss://www.example.com/kanal, albo sam host; bez przedrostka połączenie jest szyfrowane.',
    en: 'The address of the channel, such as wss://www.example.com/feed, or a bare host; without a prefix it is encrypted.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['headers', 'transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    timeout: timeoutSetting(),
    request_headers: requestHeaders,
    bearer_token: secretField({ pl: 'Token Bearer', en: 'Bearer token' }, 4096),
    subprotocol: textField({ pl: 'Podprotokół', en: 'Subprotocol' }, { max: 100, pattern: httpTokenPattern }),
    message: longTextField({ pl: 'Wysyłana wiadomość', en: 'Message to send' }, 10_000),
    expected_regex: expectedRegex,
    ...certificateSettings,
    maximum_response_time: maximumResponseTime,
  },
  recognisedBy: { schemes: ['wss', 'ws'] },
  validateAddress: webAddress('wss', 'ws'),
  examples: {
    good: ['wss://www.example.com/feed', 'ws://www.example.com:8080', 'www.example.com'],
    bad: ['https://www.example.com/feed', 'wss://token@www.example.com', 'wss:///feed'],
  },
  run: checkChannel,
})

async function checkChannel({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const started = probe.now()
  const url = new URL(/^wss?:\/\//i.test(address) ? address : `wss://${address}`)
  const socket = await openConnection(url, settings, probe)
  probe.enter('first_byte')
  const requestStarted = probe.now()
  const channel = await openChannel({
    url,
    socket,
    headers: buildHeaders(settings),
    subprotocol: readTextSetting(settings, 'subprotocol'),
    onResponse: (response) => {
      probe.setPhase('first_byte', probe.now() - requestStarted)
      probe.keep('headers', renderHead(response))
    },
  })
  try {
    await exchangeMessages(channel, settings, probe)
    const elapsedMs = probe.now() - started
    probe.setResponseTime(elapsedMs)
    expectTime(elapsedMs, readNumberSetting(settings, 'maximum_response_time'))
  } finally {
    await channel.close()
  }
}

async function openConnection(url: URL, settings: CheckSettings, probe: Probe) {
  const isSecure = url.protocol === 'wss:'
  const endpoint = toWebEndpoint(url)
  const socket = await probe.network.connect(endpoint)
  if (!isSecure) return socket
  return probe.network.secure(socket, {
    servername: endpoint.host.replace(/\.$/, ''),
    verify: readFlagSetting(settings, 'verify_certificate'),
    alpn: ['http/1.1'],
    expiryDays: readNumberSetting(settings, 'certificate_expiry_days'),
  })
}

function buildHeaders(settings: CheckSettings): Readonly<Record<string, string>> {
  const token = readTextSetting(settings, 'bearer_token')
  const customHeaders = readLinesSetting(settings, 'request_headers').map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { ...Object.fromEntries(customHeaders), ...(token !== null && { Authorization: `Bearer ${token}` }) }
}

/** Sends the message of the settings, and compares the first message that arrives if one is expected. */
async function exchangeMessages(channel: WebSocketChannel, settings: CheckSettings, probe: Probe): Promise<void> {
  const pattern = readTextSetting(settings, 'expected_regex')
  const message = readTextSetting(settings, 'message') || null
  const sentLine = message === null ? '' : `> ${message}\n`
  if (message !== null) await channel.send(message)
  if (pattern === null) return
  probe.enter('command')
  const answer = await channel.receive()
  probe.countBytes(answer.length)
  const text = answer.toString()
  probe.keep('transcript', `${sentLine}< ${text}\n`)
  probe.enter('judging')
  if (!(await isFound(pattern, text)))
    throw new CheckFailure('websocket_message_mismatch', `the message does not match: ${text}`)
}

function renderHead({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  return [`HTTP/${httpVersion} ${statusCode} ${statusMessage}`, ...listMaskedHeaderLines({ rawHeaders }), ''].join('\n')
}
