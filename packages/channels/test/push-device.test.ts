import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPushDevice } from '@wachta/channels'
import { allowPublicOnly, createGuard } from '@wachta/egress'
import { createSubscriber } from '@wachta/testing/web-push/decryption'
import fc from 'fast-check'

const browser = createSubscriber()
const keys = { p256dh: browser.ecdh.getPublicKey('base64url'), auth: browser.auth.toString('base64url') }
const isAccepted = (endpoint: string, guard = allowPublicOnly) => isPushDevice({ ...keys, endpoint }, guard)

const real = [
  'https://fcm.googleapis.com/fcm/send/cX3-a_b:APA91bH',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
  'https://web.push.apple.com/QO2-8hK',
  `https://wns2-par02p.notify.windows.com/w/?token=${'B'.repeat(900)}%3d`,
  'https://push.example.com:8443/1',
  'https://198.41.0.4/1',
]

test('the endpoints of browsers are accepted', () => {
  for (const endpoint of real) assert.ok(isAccepted(endpoint), endpoint)
  assert.ok(isAccepted('https://127.0.0.1:9/1', createGuard({ allow: ['127.0.0.0/8'] })), 'what the operator allows')
})

test('what is no place of a push service is rejected', () => {
  const hostile = [
    ...[
      '',
      'push.example.com/1',
      'http://push.example.com/1',
      'HTTPS:push.example.com',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ],
    ...['https://', 'https:///1', 'https://./1', 'https://push.example.com:99999/1'],
    ...[
      'https://user@push.example.com/1',
      'https://user:word@push.example.com/1',
      'https://push.example.com@10.0.0.1/1',
    ],
    ...['https://localhost/1', 'https://localhost./1', 'https://a.localhost/1', 'https://intranet/1'],
    ...[
      'https://127.0.0.1/1',
      'https://127.1/1',
      'https://2130706433/1',
      'https://0x7f000001/1',
      'https://0177.0.0.1/1',
    ],
    ...[
      'https://10.0.0.1/1',
      'https://192.168.0.1/1',
      'https://172.16.0.1/1',
      'https://169.254.169.254/latest',
      'https://0.0.0.0/1',
    ],
    ...['https://100.64.0.1/1', 'https://[::1]/1', 'https://[fd00::1]/1', 'https://[::ffff:127.0.0.1]/1'],
    ...[
      'https://push.example.com/1\r\nHost: other.example',
      'https://push.example.com/\n',
      ' https://push.example.com/1',
    ],
    ...['https://push.example.com/ż', 'https://pu sh.example.com/1', 'https://push.example.com\\@10.0.0.1/1'],
    ...[`https://push.example.com/${'a'.repeat(2_048)}`, `https://${'a.'.repeat(150)}example.com/1`],
  ]
  for (const endpoint of hostile) assert.ok(!isAccepted(endpoint), endpoint)
})

test('keys that messages cannot be encrypted with are rejected', () => {
  const [endpoint = ''] = real
  const offCurve = Buffer.from(keys.p256dh, 'base64url').fill(7, 33).toString('base64url')
  for (const p256dh of ['', 'AAAA', `${keys.p256dh}A`, offCurve, `B${'A'.repeat(86)}`, `${keys.p256dh.slice(0, -1)}\n`])
    assert.ok(!isPushDevice({ ...keys, endpoint, p256dh }, allowPublicOnly), p256dh)
  for (const auth of ['', 'AAAA', `${keys.auth}AA`, `${keys.auth.slice(1)}!`])
    assert.ok(!isPushDevice({ ...keys, endpoint, auth }, allowPublicOnly), auth)
})

test('whatever is accepted is an https URL of a public place, without a name before the host', () => {
  const host = fc.oneof(
    fc.ipV4(),
    fc.ipV6().map((one) => `[${one}]`),
    fc.domain(),
    fc.constantFrom('localhost', '127.1'),
  )
  const endpoint = fc.oneof(
    fc.string({ unit: 'binary' }).map((rest) => `https://${rest}`),
    fc.tuple(fc.constantFrom('https://', 'http://', 'https://a@'), host, fc.webPath()).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(endpoint, (text) => {
      if (!isAccepted(text)) return
      const { protocol, username, hostname, href } = new URL(text)
      assert.deepEqual([protocol, username], ['https:', ''])
      assert.doesNotMatch(href, /[\s\p{Cc}]/u)
      if (/^[\d.]+$/.test(hostname)) assert.ok(allowPublicOnly(hostname))
    }),
    { numRuns: 2_000 },
  )
})
