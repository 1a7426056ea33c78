import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listVariables, readConfig } from '@wachta/runtime'
import { CarrierConfig, readCarrierSettings, readPhoneRules } from '../src/carrier-config.ts'
import { defaultPhoneRules } from '../src/deliver/index.ts'

const read = (environment: Record<string, string>) => readConfig(CarrierConfig, environment)

test('without variables there is mail to this machine, no other carrier, and the default caps', () => {
  const config = read({})
  assert.deepEqual(readCarrierSettings(config), {
    mail: { url: 'smtp://127.0.0.1:25', from: 'Wachta <wachta@localhost>' },
    egressAllow: [],
  })
  assert.deepEqual(readPhoneRules(config), defaultPhoneRules)
})

test('all settings reach their carriers', () => {
  const config = read({
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 's1',
    DKIM_KEY: 'pem',
    SMS_URL: 'smpp://user:password@gateway:2775',
    VOICE_URL: 'https://voice.example.com',
    JABBER_URL: 'xmpp://user:password@jabber.example.com',
    VAPID_SUBJECT: 'mailto:ops@example.com',
    VAPID_PUBLIC_KEY: 'public',
    VAPID_PRIVATE_KEY: 'private',
    SIGNAL_URL: 'http://signal:8080',
    SIGNAL_NUMBER: '+48600100200',
    TELEGRAM_TOKEN: '1:token',
    MATRIX_URL: 'https://matrix.example.com',
    MATRIX_TOKEN: 'token',
    NTFY_URL: 'https://ntfy.example.com',
    PAGERDUTY_URL: 'https://events.example.com',
    OPSGENIE_URL: 'https://opsgenie.example.com',
    EGRESS_ALLOW: '10.0.0.0/8, 192.168.0.0/16',
    PHONE_PREFIXES: '+48, 49',
    PHONE_LIMIT: '5',
    VERIFY_NUMBERS: 'false',
  })
  const { mail, sms, push, signal, matrix, ntfy, pagerduty, opsgenie, egressAllow } = readCarrierSettings(config)
  assert.deepEqual(
    [pagerduty, opsgenie],
    [{ url: 'https://events.example.com' }, { url: 'https://opsgenie.example.com' }],
  )
  assert.deepEqual(mail.dkim, { domain: 'example.com', selector: 's1', privateKey: 'pem' })
  assert.deepEqual(sms, { url: 'smpp://user:password@gateway:2775', sender: 'Wachta' })
  assert.deepEqual(push, { subject: 'mailto:ops@example.com', publicKey: 'public', privateKey: 'private' })
  assert.deepEqual(signal, { url: 'http://signal:8080', number: '+48600100200' })
  assert.deepEqual(matrix, { url: 'https://matrix.example.com', token: 'token' })
  assert.deepEqual([ntfy, egressAllow], [{ url: 'https://ntfy.example.com' }, ['10.0.0.0/8', '192.168.0.0/16']])
  const rules = readPhoneRules(config)
  assert.deepEqual([rules.allowedPrefixes, rules.limits.installation, rules.mustBeVerified], [['48', '49'], 5, false])
})

test('incomplete or malformed settings stop the start', () => {
  assert.throws(
    () => readCarrierSettings(read({ DKIM_DOMAIN: 'example.com' })),
    /DKIM_SELECTOR and DKIM_KEY must be set/,
  )
  assert.throws(() => readCarrierSettings(read({ MATRIX_TOKEN: 'token' })), /MATRIX_URL/)
  assert.throws(() => read({ SMS_URL: 'ftp://x', PHONE_COUNTRY: 'PL' }), /SMS_URL[\s\S]+PHONE_COUNTRY/)
})

test('variables with a password or a key are secret', () => {
  const secret = listVariables(CarrierConfig)
    .filter((variable) => variable.secret)
    .map(({ name }) => name)
  const expected = [
    'SMTP_URL',
    'DKIM_KEY',
    'SMS_URL',
    'VOICE_URL',
    'VOICE_TOKEN',
    'JABBER_URL',
    'VAPID_PRIVATE_KEY',
    'SIGNAL_URL',
  ]
  assert.deepEqual(secret, [...expected, 'TELEGRAM_TOKEN', 'MATRIX_TOKEN', 'NTFY_TOKEN'])
})
