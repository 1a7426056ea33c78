import type { ImportDraft } from '../draft.ts'
import { lossReasons } from '../loss-reasons.ts'
import { type Raw, readStringOrNumber, toObject } from '../reading.ts'

/** For each notification type of Kuma: the field with the address, and our channel. */
const channels: Readonly<Record<string, (config: Raw) => { channel_id: string; address: string | undefined }>> = {
  smtp: ({ smtpTo }) => ({ channel_id: 'email', address: readStringOrNumber(smtpTo) }),
  slack: ({ slackwebhookURL }) => ({ channel_id: 'slack', address: readStringOrNumber(slackwebhookURL) }),
  discord: ({ discordWebhookUrl }) => ({ channel_id: 'discord', address: readStringOrNumber(discordWebhookUrl) }),
  telegram: ({ telegramChatID }) => ({ channel_id: 'telegram', address: readStringOrNumber(telegramChatID) }),
  PagerDuty: ({ pagerdutyIntegrationKey }) => ({
    channel_id: 'pagerduty',
    address: readStringOrNumber(pagerdutyIntegrationKey),
  }),
  teams: ({ webhookUrl }) => ({ channel_id: 'ms_teams', address: readStringOrNumber(webhookUrl) }),
  mattermost: ({ mattermostWebhookUrl }) => ({
    channel_id: 'mattermost',
    address: readStringOrNumber(mattermostWebhookUrl),
  }),
  'rocket.chat': ({ rocketwebhookURL }) => ({
    channel_id: 'rocketchat',
    address: readStringOrNumber(rocketwebhookURL),
  }),
  webhook: ({ webhookURL }) => ({ channel_id: 'json_post', address: readStringOrNumber(webhookURL) }),
  ntfy: ({ ntfyserverurl, ntfytopic }) => ({
    channel_id: 'ntfy',
    address: [readStringOrNumber(ntfyserverurl)?.replace(/\/+$/, ''), readStringOrNumber(ntfytopic)]
      .filter(Boolean)
      .join('/'),
  }),
}

/** Converts a notification of Kuma to a contact; undefined if it cannot be imported. The draft records losses. */
export function convertContact(notification: Raw, draft: ImportDraft): string | undefined {
  const name = readStringOrNumber(notification['name']) ?? `#${notification['id']}`
  const config = readConfig(notification)
  const type = readStringOrNumber(config['type']) ?? ''
  const found = Object.hasOwn(channels, type) ? channels[type]?.(config) : undefined
  if (!found || found.address === undefined) return draft.lose(name, lossReasons.channel(type))
  const { channel_id, address } = found
  // An e-mail notification can have several addresses.
  const addresses = channel_id === 'email' ? address.split(',').map((each) => each.trim()) : [address]
  return draft.ensureContact(
    String(notification['id']),
    name,
    addresses.map((each) => ({ channel_id, address: each })),
  )
}

function readConfig({ config }: Raw): Raw {
  if (typeof config !== 'string') return toObject(config)
  try {
    return toObject(JSON.parse(config))
  } catch {
    return {}
  }
}
