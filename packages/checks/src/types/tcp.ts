import { isFound } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import { readEndpoint } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import type { Lines } from '../lines/lines.ts'
import type { Probe } from '../probe.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { readFlagSetting, readTextSetting } from './read-settings.ts'
import { flagField, integerField, longTextField } from './setting.ts'
import {
  expectedRegex,
  maximumResponseTime,
  sensorSettings,
  timeoutSetting,
  verifyCertificate,
} from './shared-settings.ts'

const errorTypes = { greeting: 'tcp_answer_mismatch', command: 'tcp_answer_mismatch' }

/** Limits of a response: bytes, chunks, and milliseconds of silence after which it is complete. */
const maxAnswerBytes = 65_536
const maxChunks = 100
const maxSilenceMs = 1000

export const tcpCheckType = defineCheckType('tcp', {
  name: { pl: 'Port TCP', en: 'TCP port' },
  description: {
    pl: 'Łączy się z portem TCP; może wysłać tekst i porównać odpowiedź.',
    en: 'Connects to a TCP port; it can send a text and compare the response.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa hosta lub jego adres IP, np. db.example.com; port podaj w ustawieniach.',
    en: 'The name of a host or its IP address, such as db.example.com; the port is a setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['transcript', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: integerField({ pl: 'Port', en: 'Port' }, { min: 1, max: 65_535, required: true }),
    timeout: timeoutSetting(),
    tls: flagField({ pl: 'Połączenie szyfrowane (TLS)', en: 'Encrypted connection (TLS)' }, false),
    verify_certificate: verifyCertificate,
    send: longTextField({ pl: 'Wysyłany tekst', en: 'Text to send' }, 1024),
    expected_regex: expectedRegex,
    maximum_response_time: maximumResponseTime,
  },
  recognisedBy: { schemes: ['tcp'] },
  validateAddress: hostAddress({ scheme: 'tcp', port: false }),
  examples: {
    good: ['db.example.com', 'tcp://db.example.com', '2001:db8::1'],
    bad: ['db.example.com:5432', 'tcp://db.example.com/a', 'unix:///var/run/socket', '/var/run/socket'],
  },
  async run(check, probe) {
    const { settings } = check
    const endpoint = readEndpoint(check, 0)
    const security = { servername: endpoint.host, verify: readFlagSetting(settings, 'verify_certificate') }
    const pattern = readTextSetting(settings, 'expected_regex')
    const conversation = {
      ...endpoint,
      tls: readFlagSetting(settings, 'tls') ? security : null,
      errorTypes,
      farewell: null,
    }
    await converse(conversation, probe, async (lines) => {
      const text = readTextSetting(settings, 'send')
      if (text !== null) lines.write(text, { shown: text, phase: 'first_byte' })
      if (pattern === null) return
      await waitForMatch(lines, probe, pattern)
    })
  },
})

/** Waits until the response matches, or until it is complete: a server need not close the connection after it. */
async function waitForMatch(lines: Lines, probe: Probe, pattern: string): Promise<void> {
  const chunks: Buffer[] = []
  for (let bytes = 0; bytes < maxAnswerBytes && chunks.length < maxChunks; ) {
    const chunk = await lines.readChunk(chunks.length === 0 ? undefined : maxSilenceMs)
    if (chunk === undefined) break
    // A pattern may wait for the thread that matches it, and that says nothing about the service.
    probe.enter('judging')
    chunks.push(chunk)
    bytes += chunk.length
    if (await isFound(pattern, Buffer.concat(chunks).toString())) return
    probe.enter('transfer')
  }
  if (chunks.length === 0)
    throw new CheckFailure('tcp_answer_missing', 'the server ended the connection without sending data')
  const quoted = lines.quote(Buffer.concat(chunks).toString())
  throw new CheckFailure('tcp_answer_mismatch', `the answer does not match: ${quoted}`)
}
