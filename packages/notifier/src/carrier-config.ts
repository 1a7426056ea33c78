import { usualPhoneLimits } from '@wachta/domain'
import { type Static, Type } from 'typebox'
import { type MailLimits, type PhoneRules, usualMailLimits } from './deliver/index.ts'

const secret = <T extends object>(options: T) => ({ ...options, secret: true })
const word = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))
const secretWord = (description: string) => Type.Optional(Type.String(secret({ minLength: 1, description })))
const webUrl = (description: string) => Type.Optional(Type.String({ pattern: '^https?://', description }))
const secretUrl = (description: string) => Type.Optional(Type.String(secret({ pattern: '^https?://', description })))
const perDay = (usual: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: usual, description })

/** What the notifier reads from its environment about how messages leave the house. What is left out is not offered. */
export const CarrierConfig = Type.Object({
  SMTP_URL: Type.String(
    secret({ pattern: '^smtps?://', default: 'smtp://127.0.0.1:25', description: 'The mail server.' }),
  ),
  MAIL_FROM: Type.String({ default: 'Wachta <wachta@localhost>', description: 'The sender of our mail.' }),
  DKIM_DOMAIN: word('The domain that mail is signed for; with DKIM_SELECTOR and DKIM_KEY.'),
  DKIM_SELECTOR: word('The name under which the domain publishes the key.'),
  DKIM_KEY: secretWord('The private key, as PEM.'),
  SMS_URL: Type.Optional(
    Type.String(
      secret({
        pattern: '^(smpps?|https?)://',
        description: 'The gateway for text messages: `smpp://user:password@host:port`, or a web address.',
      }),
    ),
  ),
  SMS_SENDER: Type.String({ maxLength: 15, default: 'Wachta', description: 'Who text messages come from.' }),
  VOICE_URL: secretUrl('The gateway for calls.'),
  VOICE_TOKEN: secretWord('The token that the gateway for calls asks for.'),
  JABBER_URL: Type.Optional(
    Type.String(
      secret({ pattern: '^xmpps?://', description: 'The account for Jabber: `xmpp://user:password@host:port`.' }),
    ),
  ),
  VAPID_SUBJECT: Type.Optional(
    Type.String({
      pattern: '^(mailto:|https://)',
      description: 'Whom push services may ask about us; with VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.',
    }),
  ),
  VAPID_PUBLIC_KEY: word('The public key that browsers know this installation by.'),
  VAPID_PRIVATE_KEY: secretWord('The private key that belongs to it.'),
  SIGNAL_URL: secretUrl('The bridge to Signal; with SIGNAL_NUMBER.'),
  SIGNAL_NUMBER: Type.Optional(
    Type.String({ pattern: '^\\+[0-9]{6,15}$', description: 'The number that Signal messages come from.' }),
  ),
  TELEGRAM_TOKEN: secretWord('The token of the Telegram bot.'),
  MATRIX_URL: webUrl('The Matrix server; with MATRIX_TOKEN.'),
  MATRIX_TOKEN: secretWord('The access token of the Matrix account.'),
  NTFY_URL: webUrl('The ntfy server for topics that are written without one.'),
  NTFY_TOKEN: secretWord('The access token for the ntfy server.'),
  PAGERDUTY_URL: webUrl('Another address of the PagerDuty interface than the usual one.'),
  OPSGENIE_URL: webUrl('Another address of the Opsgenie interface than the usual one.'),
  EGRESS_ALLOW: Type.String({
    default: '',
    description: 'Ranges of addresses beyond the public network that messages may be sent to, separated by commas.',
  }),
  VERIFY_NUMBERS: Type.Boolean({
    default: true,
    description: 'Whether a telephone number has to be proved by a code before it is told anything.',
  }),
  PHONE_COUNTRY: Type.String({
    pattern: '^[1-9][0-9]{0,3}$',
    default: '48',
    description: 'The country code of telephone numbers that are written without one.',
  }),
  PHONE_PREFIXES: Type.String({
    pattern: '^(\\+?[0-9]{1,15}(, *\\+?[0-9]{1,15})*)?$',
    default: '',
    description:
      'Beginnings of the numbers that may be told, by commas; all but premium rate and satellites unless given.',
  }),
  MAIL_RECIPIENT_LIMIT: perDay(usualMailLimits.recipient, 'Most notifications to one e-mail address in a day.'),
  MAIL_ACCOUNT_LIMIT: perDay(usualMailLimits.account, 'Most notifications by e-mail of one account in a day.'),
  PHONE_NUMBER_LIMIT: perDay(usualPhoneLimits.number, 'Most messages to one number in a day.'),
  PHONE_ACCOUNT_LIMIT: perDay(
    usualPhoneLimits.account,
    'Most units of text messages and calls of one account in a day.',
  ),
  PHONE_COUNTRY_LIMIT: perDay(usualPhoneLimits.country, 'Most units to one country in a day.'),
  PHONE_LIMIT: perDay(
    usualPhoneLimits.installation,
    'Most units of the installation in a day; tests and codes have a fifth of it.',
  ),
})

export type CarrierConfig = Static<typeof CarrierConfig>

/** The caps on telephone numbers. */
export function phoneRulesOf(config: CarrierConfig): PhoneRules {
  return {
    limits: {
      ...usualPhoneLimits,
      number: config.PHONE_NUMBER_LIMIT,
      account: config.PHONE_ACCOUNT_LIMIT,
      country: config.PHONE_COUNTRY_LIMIT,
      installation: config.PHONE_LIMIT,
    },
    homeCountry: config.PHONE_COUNTRY,
    allowedPrefixes: listed(config.PHONE_PREFIXES).map((prefix) => prefix.replace('+', '')),
    mustBeVerified: config.VERIFY_NUMBERS,
  }
}

/** The limits on mail. */
export const mailLimitsOf = (config: CarrierConfig): MailLimits => ({
  recipient: config.MAIL_RECIPIENT_LIMIT,
  account: config.MAIL_ACCOUNT_LIMIT,
})

/** The settings of `openCarriers`; what needs several variables and has only some of them ends the start. */
export function carrierSettingsOf(config: CarrierConfig) {
  const dkim = together(config, { DKIM_DOMAIN: 'domain', DKIM_SELECTOR: 'selector', DKIM_KEY: 'privateKey' })
  const push = together(config, {
    VAPID_SUBJECT: 'subject',
    VAPID_PUBLIC_KEY: 'publicKey',
    VAPID_PRIVATE_KEY: 'privateKey',
  })
  const signal = together(config, { SIGNAL_URL: 'url', SIGNAL_NUMBER: 'number' })
  const matrix = together(config, { MATRIX_URL: 'url', MATRIX_TOKEN: 'token' })
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
    egressAllow: listed(config.EGRESS_ALLOW),
  }
}

type Name = keyof CarrierConfig

/** Variables that are of use only all at once, under the names of the settings. */
function together<const Names extends Partial<Record<Name, string>>>(config: CarrierConfig, names: Names) {
  const given = Object.entries(names).map(([name, setting]) => ({ name, setting, value: config[name as Name] }))
  const missing = given.filter(({ value }) => value === undefined).map(({ name }) => name)
  if (missing.length === given.length) return undefined
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must be given too: it is of use together only`)
  return Object.fromEntries(given.map(({ setting, value }) => [setting, value])) as Record<
    Names[keyof Names] & string,
    string
  >
}

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
