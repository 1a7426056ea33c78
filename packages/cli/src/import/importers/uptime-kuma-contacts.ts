import type { Draft } from '../draft.ts'
import { type Raw, record, text } from '../reading.ts'
import { why } from '../why.ts'

/** Where each of Kuma's ways of notifying keeps the address, and what the channel is here. */
const channels: Readonly<Record<string, (config: Raw) => { channel_id: string; address: string | undefined }>> = {
  smtp: ({ smtpTo }) => ({ channel_id: 'email', address: text(smtpTo) }),
  slack: ({ slackwebhookURL }) => ({ channel_id: 'slack', address: text(slackwebhookURL) }),
  discord: ({ discordWebhookUrl }) => ({ channel_id: 'discord', address: text(discordWebhookUrl) }),
  telegram: ({ telegramChatID }) => ({ channel_id: 'telegram', address: text(telegramChatID) }),
  PagerDuty: ({ pagerdutyIntegrationKey }) => ({ channel_id: 'pagerduty', address: text(pagerdutyIntegrationKey) }),
  teams: ({ webhookUrl }) => ({ channel_id: 'ms_teams', address: text(webhookUrl) }),
  mattermost: ({ mattermostWebhookUrl }) => ({ channel_id: 'mattermost', address: text(mattermostWebhookUrl) }),
  'rocket.chat': ({ rocketwebhookURL }) => ({ channel_id: 'rocketchat', address: text(rocketwebhookURL) }),
  webhook: ({ webhookURL }) => ({ channel_id: 'json_post', address: text(webhookURL) }),
  ntfy: ({ ntfyserverurl, ntfytopic }) => ({
    channel_id: 'ntfy',
    address: [text(ntfyserverurl)?.replace(/\/+$/, ''), text(ntfytopic)].filter(Boolean).join('/'),
  }),
}

/** The contact that stands for one of Kuma's notifications; undefined where there is no such channel. */
export function contactOf(notification: Raw, draft: Draft): string | undefined {
  const name = text(notification['name']) ?? `#${notification['id']}`
  const config = configOf(notification)
  const type = text(config['type']) ?? ''
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
  if (typeof config !== 'string') return record(config)
  try {
    return record(JSON.parse(config))
  } catch {
    return {}
  }
}
