import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels, type DigestLine, type DigestState, renderDigest, sampleValues } from '@wachta/channels'
import { languages } from '@wachta/domain'
import type { DigestFormat } from '../src/digest-format.ts'
import { toPlainText } from '../src/plain-text.ts'

type DigestChannel = Channel & { readonly digest: DigestFormat }

const withDigests = channels.filter((one): one is DigestChannel => one.digest !== undefined)
const byId = (id: string): DigestChannel => {
  const found = withDigests.find((one) => one.id === id)
  assert.ok(found, id)
  return found
}

function line(number: number, state: DigestState, more: Record<string, string> = {}): DigestLine {
  const values = {
    ...sampleValues.en,
    service_name: `svc-${number}`,
    acknowledge_link: `https://panel.example.com/acknowledge/a${number}`,
    analysis_link: `https://panel.example.com/services/${number}/analyses/1`,
    ...more,
  }
  return { id: `main-abc-n${number}`, state, values }
}

const several = [
  line(1, 'recovered', { status: 'Up' }),
  line(2, 'down'),
  line(3, 'warning', { status: 'Warning', error_type: 'Slow response' }),
  line(4, 'down', { service_name: '<b>shop & co</b>' }),
]

test('channels with one event per message, a length in SMS or a voice have no digests', () => {
  const alone = channels.filter((one) => !one.isDiscontinued && one.digest === undefined).map(({ id }) => id)
  assert.deepEqual(alone.toSorted(), [
    ...['alerta', 'email_dedicated', 'email_short', 'json_post', 'ms_teams_extended', 'ntfy', 'opsgenie'],
    ...['pagerduty', 'push', 'sms', 'telephone', 'webhook'],
  ])
})

test('the subject counts what is in the digest, in the language of its recipient', () => {
  const subject = (states: readonly DigestState[], language: 'en' | 'pl') =>
    renderDigest(
      byId('email'),
      states.map((state, number) => line(number, state)),
      language,
    ).subject
  const seven = [...Array<DigestState>(5).fill('down'), 'recovered', 'recovered'] as const
  assert.equal(subject(seven, 'en'), '7 incidents: 5 down, 2 recovered')
  assert.equal(subject(seven, 'pl'), '7 incydentów: 5 awarii, 2 powroty do działania')
  const mixed = ['resolved', 'warning', 'down'] as const
  assert.equal(subject(mixed, 'en'), '3 incidents: 1 down, 1 warning, 1 resolved')
  assert.equal(subject(mixed, 'pl'), '3 incydenty: 1 awaria, 1 ostrzeżenie, 1 zakończony alert')
})

test('each line has the state, the service, the reason, the time and its own links; what is down comes first', () => {
  const { text, lines } = renderDigest(byId('email_simplified'), several, 'en')
  assert.equal(
    lines[1],
    'Down: svc-2\nConnection timed out, since 2026-11-15 03:12\n' +
      'Acknowledge: https://panel.example.com/acknowledge/a2\n' +
      'View analysis: https://panel.example.com/services/2/analyses/1',
  )
  assert.ok(!lines[0]?.includes('/acknowledge/'), 'nothing is left to acknowledge')
  assert.match(lines[0] ?? '', /^Up: svc-1\nConnection timed out, from 2026-11-15 03:12 to 2026-11-15 03:26 \(14 min\)/)
  assert.deepEqual(text.split('\n\n'), [
    '4 incidents: 2 down, 1 warning, 1 recovered',
    ...[lines[1], lines[3], lines[2], lines[0]],
    'Times are in Europe/Warsaw.',
  ])
})

test('a digest has no link to an analysis that does not exist', () => {
  const warning = [line(1, 'warning', { analysis_link: '' }), line(2, 'resolved', { analysis_link: '' })]
  for (const { id } of withDigests) {
    const { text } = renderDigest(byId(id), warning, 'en')
    assert.doesNotMatch(text, /View analysis|href=""/, id)
    assert.match(text, /acknowledge\/a1/, id)
  }
})

test('a digest in HTML marks each line with its id, and reads well as plain text', () => {
  const { text, lines } = renderDigest(byId('email'), several, 'en')
  assert.match(lines[3] ?? '', /^<div id="main-abc-n4" [^>]*#d32f2f">/)
  assert.ok(text.includes('&lt;b&gt;shop &amp; co&lt;/b&gt;'))
  const [summary, first] = toPlainText(text).split('\n\n')
  assert.equal(summary, '4 incidents: 2 down, 1 warning, 1 recovered')
  assert.equal(
    first,
    'Down: svc-2\nConnection timed out, since 2026-11-15 03:12\n' +
      'Acknowledge: https://panel.example.com/acknowledge/a2\n' +
      'View analysis: https://panel.example.com/services/2/analyses/1',
  )
})

test('a full digest of the longest names fits into a message of its channel, with all links', () => {
  const link = (number: number) => `https://${'p'.repeat(40)}.example.com/acknowledge/${'k'.repeat(48)}${number}.`
  for (const channel of withDigests)
    for (const language of languages)
      for (const state of ['down', 'resolved'] as const) {
        const lines = Array.from({ length: channel.digest.maxLines }, (_, number) =>
          line(number, state, {
            service_name: '"[&'.repeat(100),
            error_type: '"<*'.repeat(100),
            acknowledge_link: link(number),
            analysis_link: link(1_000 + number),
          }),
        )
        const { text } = renderDigest(channel, lines, language)
        assert.ok(text.length <= channel.maxText, `${channel.id} ${language} ${state}: ${text.length}`)
        for (const number of lines.keys())
          assert.ok(text.includes(`${1_000 + number}.`), `${channel.id}: a link is cut`)
      }
})
