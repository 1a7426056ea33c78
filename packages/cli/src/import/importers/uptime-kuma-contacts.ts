import type { ImportDraft } from '../draft.ts'
import { type Raw, readRecord, readText } from '../reading.ts'
import { why } from '../why.ts'

/** Where each of Kuma's ways of notifying keeps the address, and what the channel is here. */
const channels: Readonly<Record<string, (config: Raw) => { channel_id: string; address: string | undefined }>> = {
  smtp: ({ smtpTo }) => ({ channel_id: 'email', address: readText(smtpTo) }),
  slack: ({ slackwebhookURL }) => ({ channel_id: 'slack', address: readText(slackwebhookURL) }),
  discord: ({ discordWebhookUrl }) => ({ channel_id: 'discord', address: readText(discordWebhookUrl) }),
  telegram: ({ telegramChatID }) => ({ channel_id: 'telegram', address: readText(telegramChatID) }),
  PagerDuty: ({ pagerdutyIntegrationKey }) => ({ channel_id: 'pagerduty', address: readText(pagerdutyIntegrationKey) }),
  teams: ({ webhookUrl }) => ({ channel_id: 'ms_teams', address: readText(webhookUrl) }),
  mattermost: ({ mattermostWebhookUrl }) => ({ channel_id: 'mattermost', address: readText(mattermostWebhookUrl) }),
  'rocket.chat': ({ rocketwebhookURL }) => ({ channel_id: 'rocketchat', address: readText(rocketwebhookURL) }),
  webhook: ({ webhookURL }) => ({ channel_id: 'json_post', address: readText(webhookURL) }),
  ntfy: ({ ntfyserverurl, ntfytopic }) => ({
    channel_id: 'ntfy',
    address: [readText(ntfyserverurl)?.replace(/\/+$/, ''), readText(ntfytopic)].filter(Boolean).join('/'),
  }),
}

/** The contact that stands for one of Kuma's notifications; undefined where there is no such channel. */
export function convertContact(notification: Raw, draft: ImportDraft): string | undefined {
  const name = readText(notification['name']) ?? `#${notification['id']}`
  const config = configOf(notification)
  const type = readText(config['type']) ?? ''
  const found = Object.hasOwn(channels, type) ? channels[type]?.(config) : undefined
  if (!found || found.address === undefined) return draft.lose(name, why.channel(type))
  const { channel_id, address } = found
  // Mail goes to several people at once.
  const addresses = channel_id === 'email' ? address.split(',').map((each) => each.trim()) : [address]
  return draft.contact(
    String(notification['id']),
    name,
    addresses.map((each) => ({ channel_id, address: each })),
  )
}

function configOf({ config }: Raw): Raw {
  if (typeof config !== 'string') return readRecord(config)
  try {
    return readRecord(JSON.parse(config))
  } catch {
    return {}
  }
}
