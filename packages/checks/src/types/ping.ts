import { CheckFailure } from '../failure.ts'
import { type Echoes, getNoticeKind, measureRoundTrip } from '../icmp/echoes.ts'
import { sendEchoes } from '../icmp/send-echoes.ts'
import type { Probe } from '../probe.ts'
import { expectTime } from '../web/expectations.ts'
import { hostAddress, parseEndpoint } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { readNumberSetting } from './read-settings.ts'
import { type CheckSettings, inSection, integerField } from './setting.ts'
import { maximumResponseTime, sensorSettings } from './shared-settings.ts'

export const pingCheckType = defineCheckType('ping', {
  name: { pl: 'Ping', en: 'Ping' },
  description: {
    pl: 'Wysyła pakiety ICMP echo i czeka na odpowiedzi hosta.',
    en: 'Sends ICMP echo packets and waits for the replies of the host.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Nazwa hosta lub jego adres IP, np. example.com albo 192.0.2.1.',
    en: 'The name of a host or its IP address, such as example.com or 192.0.2.1.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    // More than 1472 bytes do not fit into one Ethernet frame, and many firewalls drop fragmented packets.
    bytes_to_send: integerField(
      { pl: 'Rozmiar pakietu (B)', en: 'Packet size (B)' },
      { min: 1, max: 1472, default: 64 },
    ),
    reply_timeout: inSection(
      'limits',
      integerField(
        { pl: 'Limit czasu na odpowiedź (ms)', en: 'Reply timeout (ms)' },
        { min: 100, max: 30_000, default: 3000 },
      ),
    ),
    packets_to_send: integerField({ pl: 'Liczba pakietów', en: 'Number of packets' }, { min: 1, max: 10, default: 3 }),
    maximum_packet_loss: inSection(
      'limits',
      integerField({ pl: 'Maksymalna utrata pakietów (%)', en: 'Maximum packet loss (%)' }, { max: 99, default: 50 }),
    ),
    maximum_response_time: maximumResponseTime,
  },
  metrics: [
    {
      id: 'packet_loss',
      name: { pl: 'Utrata pakietów', en: 'Packet loss' },
      description: {
        pl: 'Odsetek pakietów, na które nie przyszła odpowiedź.',
        en: 'The percentage of packets that got no reply.',
      },
    },
    {
      id: 'round_trip_minimum',
      name: { pl: 'Najkrótszy czas odpowiedzi na ping', en: 'Shortest round trip' },
      description: {
        pl: 'Najkrótszy czas od wysłania pakietu do odpowiedzi, w milisekundach.',
        en: 'The shortest time from a packet sent to its reply, in milliseconds.',
      },
    },
    {
      id: 'round_trip_average',
      name: { pl: 'Średni czas odpowiedzi na ping', en: 'Average round trip' },
      description: {
        pl: 'Średni czas od wysłania pakietu do odpowiedzi, w milisekundach.',
        en: 'The average time from a packet sent to its reply, in milliseconds.',
      },
    },
    {
      id: 'round_trip_maximum',
      name: { pl: 'Najdłuższy czas odpowiedzi na ping', en: 'Longest round trip' },
      description: {
        pl: 'Najdłuższy czas od wysłania pakietu do odpowiedzi, w milisekundach.',
        en: 'The longest time from a packet sent to its reply, in milliseconds.',
      },
    },
    {
      id: 'round_trip_deviation',
      name: { pl: 'Zmienność czasu odpowiedzi na ping', en: 'Round trip deviation' },
      description: {
        pl: 'Odchylenie czasów odpowiedzi od średniej, w milisekundach.',
        en: 'How far the round trips deviate from their average, in milliseconds.',
      },
    },
  ],
  validateAddress: hostAddress({ scheme: 'ping', port: false }),
  examples: {
    good: ['example.com', 'ping://example.com', '192.0.2.1', '2001:db8::1', 'example.com.'],
    bad: ['-f', 'example.com:80', 'example.com/a', 'https://example.com', '0x7f.1', '2130706433', 'fe80::1%eth0'],
  },
  run: sendAndCount,
})

/** Milliseconds between packets: all leave within a third of the time limit. */
const intervalBoundsMs = { min: 10, max: 200 }
/** The time reserved for the start and the end of the program. */
const programOverheadMs = 50
/** The minimum that `ping` accepts from users other than root. */
const minReplyTimeoutMs = 50

async function sendAndCount({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const started = probe.now()
  const [target = ''] = await probe.network.resolve(parseEndpoint(address).host)
  probe.enter('total')
  const remainingMs = Number(settings['reply_timeout']) - (probe.now() - started)
  const packets = Number(settings['packets_to_send'])
  const intervalMs = Math.round(
    Math.min(intervalBoundsMs.max, Math.max(intervalBoundsMs.min, remainingMs / (3 * packets))),
  )
  // The program must end, with its output read, before the time limit of the check.
  const timeoutMs = Math.round(
    Math.max(minReplyTimeoutMs, remainingMs - (packets - 1) * intervalMs - programOverheadMs),
  )
  const bytes = Number(settings['bytes_to_send'])
  judge(await sendEchoes({ address: target, packets, bytes, intervalMs, timeoutMs }, probe.signal), settings, probe)
}

function judge({ sent, received, times, notice }: Echoes, settings: CheckSettings, probe: Probe): void {
  const loss = (100 * (sent - received)) / sent
  probe.measure('packet_loss', loss)
  const roundTrip = times.length > 0 ? measureRoundTrip(times) : undefined
  if (roundTrip !== undefined) {
    for (const [statistic, value] of Object.entries(roundTrip)) probe.measure(`round_trip_${statistic}`, value)
    probe.setResponseTime(roundTrip.average)
  }
  if (received === 0 && notice !== null) throw new CheckFailure(getNoticeKind(notice), notice)
  if (received === 0) throw new CheckFailure('ping_no_reply', `none of ${sent} packets was answered`)
  if (loss > Number(settings['maximum_packet_loss'])) {
    throw new CheckFailure('ping_packet_loss', `${sent - received} of ${sent} packets were not answered`)
  }
  if (roundTrip !== undefined) expectTime(roundTrip.average, readNumberSetting(settings, 'maximum_response_time'))
}
