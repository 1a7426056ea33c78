import { findRequestedRecords } from '../dns/answer.ts'
import { omitHiddenRecords, rejectHiddenName } from '../dns/hidden-names.ts'
import { listSystemServers, resolveGivenServer } from '../dns/name-server.ts'
import { queryNameServers } from '../dns/query-name-servers.ts'
import { createQuestion, dnsRecordTypes } from '../dns/question.ts'
import { normalizeRecord } from '../dns/record.ts'
import { formatAnswer } from '../dns/report.ts'
import { CheckFailure } from '../failure.ts'
import type { Probe } from '../probe.ts'
import { expectTime } from '../web/expectations.ts'
import { hostAddress, parseEndpoint } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { hostPattern } from './patterns.ts'
import { readLinesSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import { choiceField, inSection, listField, textField } from './setting.ts'
import { maximumResponseTime, portSetting, sensorSettings, timeoutSetting } from './shared-settings.ts'

export const dnsCheckType = defineCheckType('dns', {
  name: { pl: 'Rekord DNS', en: 'DNS record' },
  description: {
    pl: 'Pyta serwer DNS o rekord i porównuje odpowiedź z oczekiwaną.',
    en: 'Asks a DNS server for a record and compares the answer with the expected one.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa, o którą pytać, np. example.com; dla rekordu PTR także adres IP.',
    en: 'The name to ask for, such as example.com; for a PTR record also an IP address.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    record_type: choiceField({ pl: 'Typ rekordu', en: 'Record type' }, dnsRecordTypes, 'A'),
    dns_server: textField(
      { pl: 'Serwer DNS (gdy pusty, serwer sensora)', en: 'DNS server (if empty, that of the sensor)' },
      { max: 253, pattern: hostPattern },
    ),
    port: portSetting(53),
    timeout: timeoutSetting(),
    expected_answers: inSection(
      'expectations',
      listField(
        {
          pl: 'Wartości wymagane w odpowiedzi, np. 192.0.2.1',
          en: 'Values required in the answer, e.g. 192.0.2.1',
        },
        { max: 20, maxLength: 1000 },
      ),
    ),
    maximum_response_time: maximumResponseTime,
  },
  metrics: [
    {
      id: 'answer_count',
      name: { pl: 'Liczba rekordów DNS', en: 'DNS records' },
      description: { pl: 'Ile rekordów zawierała odpowiedź serwera DNS.', en: 'How many records the DNS answer held.' },
    },
    {
      id: 'time_to_live',
      name: { pl: 'Czas ważności rekordu DNS', en: 'DNS time to live' },
      description: {
        pl: 'Najkrótszy czas ważności wśród rekordów odpowiedzi, w sekundach.',
        en: 'The shortest time to live among the records of the answer, in seconds.',
      },
    },
  ],
  recognisedBy: { schemes: ['dns'], ports: [53], hosts: ['ns', 'dns'] },
  validateAddress: hostAddress({ scheme: 'dns', port: false }),
  examples: {
    good: ['example.com', '_dmarc.example.com', '192.0.2.1', 'dns://example.com', 'pl'],
    bad: ['', '-q', 'example..com', 'example.com:53', `${'a'.repeat(64)}.com`, 'exam%70le.com'],
  },
  run: queryAndCompare,
})

async function queryAndCompare({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const question = createQuestion(parseEndpoint(address).host, readTextSetting(settings, 'record_type'))
  const configuredServer = readTextSetting(settings, 'dns_server')
  const servers =
    configuredServer === null
      ? listSystemServers(probe.signal)
      : await resolveGivenServer(configuredServer, Number(settings['port']), probe)
  if (configuredServer === null) rejectHiddenName(question, probe.network)
  const started = probe.now()
  const { server, answer: fullAnswer } = await queryNameServers(servers, question, probe)
  const answer = configuredServer === null ? omitHiddenRecords(fullAnswer, probe.network) : fullAnswer
  const elapsedMs = probe.now() - started
  probe.setResponseTime(elapsedMs)
  probe.setPhase('lookup', elapsedMs)
  probe.keep('dns_answer', formatAnswer(server, question, answer))
  const records = findRequestedRecords(answer, question)
  probe.measure('answer_count', records.length)
  probe.measure('time_to_live', Math.min(...answer.records.map(({ ttl }) => ttl)))
  const values = new Set(records.map(({ value }) => value))
  const missing = readLinesSetting(settings, 'expected_answers').filter(
    (line) => !values.has(normalizeRecord(question.type, line)),
  )
  if (missing.length > 0) {
    throw new CheckFailure(
      'dns_unexpected_answer',
      `the answer lacks ${missing.join(', ')}; it contains ${[...values].join(', ')}`,
    )
  }
  expectTime(elapsedMs, readNumberSetting(settings, 'maximum_response_time'))
}
