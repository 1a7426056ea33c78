import { defaultPhoneLimits } from '@wachta/domain'
import { type Static, Type } from 'typebox'
import { type DailyMailLimits, defaultMailLimits } from './deliver/mail-limits.ts'
import type { PhoneRules } from './deliver/phone-rules.ts'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })
const text = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))
const secretText = (description: string) => Type.Optional(Type.String(secret({ minLength: 1, description })))
const webUrl = (description: string) => Type.Optional(Type.String({ pattern: '^https?://', description }))
const secretUrl = (description: string) => Type.Optional(Type.String(secret({ pattern: '^https?://', description })))
const perDay = (defaultLimit: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: defaultLimit, description })

/**
 * The environment variables for carriers. Notifications on a channel whose carrier is not configured fail with the
 * reason `not_configured`. PagerDuty and Opsgenie need no configuration.
 */
export const CarrierConfig = Type.Object({
  SMTP_URL: Type.String(
    secret({ pattern: '^smtps?://', default: 'smtp://127.0.0.1:25', description: 'The mail server.' }),
  ),
  MAIL_FROM: Type.String({ default: 'Wachta <wachta@localhost>', description: 'The sender of e-mails.' }),
  DKIM_DOMAIN: text('The domain that mail is signed for; with DKIM_SELECTOR and DKIM_KEY.'),
  DKIM_SELECTOR: text('The name under which the domain publishes the key.'),
  DKIM_KEY: secretText('The private key, as PEM.'),
  SMS_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^(smpps?|https?)://',
        description: 'The SMS gateway: `smpp://user:password@host:port`, or an HTTP URL.',
      }),
    ),
  ),
  SMS_SENDER: Type.String({ maxLength: 15, default: 'Wachta', description: 'The sender of SMS.' }),
  VOICE_URL: secretUrl('The gateway for calls.'),
  VOICE_TOKEN: secretText('The token for the gateway for calls.'),
  JABBER_URL: Type.Optional(
    Type.String(
      secret({ pattern: '^xmpps?://', description: 'The account for Jabber: `xmpp://user:password@host:port`.' }),
    ),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(mailto:|https://)',
      description: 'A contact address for push services; with VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.',
    }),
  ),
  VAPID_PUBLIC_KEY: text('The public key that identifies this installation to browsers.'),
  VAPID_PRIVATE_KEY: secretText('The private key for VAPID_PUBLIC_KEY.'),
  SIGNAL_URL: secretUrl('The bridge to Signal; with SIGNAL_NUMBER.'),
  SIGNAL_NUMBER: Type.Optional(
    Type.String({ pattern: '^\\+[0-9]{6,15}$', description: 'The sender number of Signal messages.' }),
  ),
  TELEGRAM_TOKEN: secretText('The token of the Telegram bot.'),
  MATRIX_URL: webUrl('The Matrix server; with MATRIX_TOKEN.'),
  MATRIX_TOKEN: secretText('The access token of the Matrix account.'),
  NTFY_URL: webUrl('The ntfy server for addresses that are only a topic, not the URL of a topic.'),
  NTFY_TOKEN: secretText('The access token for the ntfy server.'),
  PAGERDUTY_URL: webUrl('The URL of the PagerDuty API, if not the default one.'),
  OPSGENIE_URL: webUrl('The URL of the Opsgenie API, if not the default one.'),
  EGRESS_ALLOW: Type.String({
    default: '',
    description: 'Address ranges outside the public Internet to which notifications may be sent, separated by commas.',
  }),
  VERIFY_NUMBERS: Type.Boolean({
    default: true,
    description: 'Whether a phone number must be verified with a code before it gets notifications.',
  }),
  PHONE_COUNTRY: Type.String({
    pattern: '^[1-9][0-9]{0,3}$',
    default: '48',
    description: 'The country code for phone numbers without one.',
  }),
  PHONE_PREFIXES: Type.String({
    pattern: '^(\\+?[0-9]{1,15}(, *\\+?[0-9]{1,15})*)?$',
    default: '',
    description:
      'Prefixes of the phone numbers that may be notified, separated by commas; default: all except premium-rate and satellite numbers.',
  }),
  MAIL_RECIPIENT_LIMIT: perDay(
    defaultMailLimits.recipient,
    'The maximum number of notifications to one e-mail address per day.',
  ),
  MAIL_ACCOUNT_LIMIT: perDay(
    defaultMailLimits.account,
    'The maximum number of e-mail notifications from one account per day.',
  ),
  PHONE_NUMBER_LIMIT: perDay(defaultPhoneLimits.number, 'The maximum number of messages to one phone number per day.'),
  PHONE_ACCOUNT_LIMIT: perDay(
    defaultPhoneLimits.account,
    'The maximum number of units of one account per day; an SMS has one for each of its parts, a call has five.',
  ),
  PHONE_COUNTRY_LIMIT: perDay(defaultPhoneLimits.country, 'The maximum number of units to one country per day.'),
  PHONE_LIMIT: perDay(
    defaultPhoneLimits.installation,
    'The maximum number of units of the installation per day; tests and verification codes may use at most a fifth of it, and of PHONE_COUNTRY_LIMIT.',
  ),
})

export type CarrierConfig = Static<typeof CarrierConfig>

/** Reads the limits for phone numbers. */
export function readPhoneRules(config: CarrierConfig): PhoneRules {
  return {
    limits: {
      ...defaultPhoneLimits,
      number: config.PHONE_NUMBER_LIMIT,
      account: config.PHONE_ACCOUNT_LIMIT,
      country: config.PHONE_COUNTRY_LIMIT,
      installation: config.PHONE_LIMIT,
    },
    homeCountry: config.PHONE_COUNTRY,
    allowedPrefixes: splitList(config.PHONE_PREFIXES).map((prefix) => prefix.replace('+', '')),
    mustBeVerified: config.VERIFY_NUMBERS,
  }
}

/** Reads the limits for e-mail. */
export const readMailLimits = (config: CarrierConfig): DailyMailLimits => ({
  recipient: config.MAIL_RECIPIENT_LIMIT,
  account: config.MAIL_ACCOUNT_LIMIT,
})

/** Reads the settings of `openCarriers`. Throws if a carrier needs several variables and only some are set. */
export function readCarrierSettings(config: CarrierConfig) {
  const dkim = readJointSettings(config, { DKIM_DOMAIN: 'domain', DKIM_SELECTOR: 'selector', DKIM_KEY: 'privateKey' })
  const push = readJointSettings(config, {
    VAPID_SUBJECT: 'subject',
    VAPID_PUBLIC_KEY: 'publicKey',
    VAPID_PRIVATE_KEY: 'privateKey',
  })
  const signal = readJointSettings(config, { SIGNAL_URL: 'url', SIGNAL_NUMBER: 'number' })
  const matrix = readJointSettings(config, { MATRIX_URL: 'url', MATRIX_TOKEN: 'token' })
  const {
    SMS_URL,
    VOICE_URL,
    VOICE_TOKEN,
    JABBER_URL,
    TELEGRAM_TOKEN,
    NTFY_URL,
    NTFY_TOKEN,
    PAGERDUTY_URL,
    OPSGENIE_URL,
  } = config
  return {
    mail: { url: config.SMTP_URL, from: config.MAIL_FROM, ...(dkim && { dkim }) },
    ...(SMS_URL !== undefined && { sms: { url: SMS_URL, sender: config.SMS_SENDER } }),
    ...(VOICE_URL !== undefined && {
      voice: { url: VOICE_URL, ...(VOICE_TOKEN !== undefined && { token: VOICE_TOKEN }) },
    }),
    ...(JABBER_URL !== undefined && { jabber: { url: JABBER_URL } }),
    ...(push && { push }),
    ...(signal && { signal }),
    ...(TELEGRAM_TOKEN !== undefined && { telegram: { token: TELEGRAM_TOKEN } }),
    ...(matrix && { matrix }),
    ...(NTFY_URL !== undefined && {
      ntfy: { url: NTFY_URL, ...(NTFY_TOKEN !== undefined && { token: NTFY_TOKEN }) },
    }),
    ...(PAGERDUTY_URL !== undefined && { pagerduty: { url: PAGERDUTY_URL } }),
    ...(OPSGENIE_URL !== undefined && { opsgenie: { url: OPSGENIE_URL } }),
    egressAllow: splitList(config.EGRESS_ALLOW),
  }
}

type VariableName = keyof CarrierConfig

/**
 * Reads variables that are needed together; undefined if none is set. `names` has the name of the setting for each
 * variable.
 */
function readJointSettings<const Names extends Partial<Record<VariableName, string>>>(
  config: CarrierConfig,
  names: Names,
) {
  const variables = Object.entries(names).map(([name, setting]) => ({
    name,
    setting,
    value: config[name as VariableName],
  }))
  const missing = variables.filter(({ value }) => value === undefined).map(({ name }) => name)
  if (missing.length === variables.length) return undefined
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be set too: they work only together`)
  return Object.fromEntries(variables.map(({ setting, value }) => [setting, value])) as Record<
    Names[keyof Names] & string,
    string
  >
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
