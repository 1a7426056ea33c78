import type { Channel } from './channel.ts'
import { alerta } from './channels/alerta.ts'
import { discord } from './channels/discord.ts'
import { email } from './channels/email.ts'
import { emailDedicated } from './channels/email-dedicated.ts'
import { emailExtended } from './channels/email-extended.ts'
import { emailShort } from './channels/email-short.ts'
import { emailSimplified } from './channels/email-simplified.ts'
import { gaduGadu } from './channels/gadu-gadu.ts'
import { hipchat } from './channels/hipchat.ts'
import { jabber } from './channels/jabber.ts'
import { jsonPost } from './channels/json-post.ts'
import { matrix } from './channels/matrix.ts'
import { mattermost } from './channels/mattermost.ts'
import { msTeams } from './channels/ms-teams.ts'
import { msTeamsExtended } from './channels/ms-teams-extended.ts'
import { ntfy } from './channels/ntfy.ts'
import { opsgenie } from './channels/opsgenie.ts'
import { pagerduty } from './channels/pagerduty.ts'
import { push } from './channels/push.ts'
import { rocketchat } from './channels/rocketchat.ts'
import { signal } from './channels/signal.ts'
import { slack } from './channels/slack.ts'
import { sms } from './channels/sms.ts'
import { telegram } from './channels/telegram.ts'
import { telephone } from './channels/telephone.ts'
import { webhook } from './channels/webhook.ts'

export type { Carriers } from './carrier.ts'
export type { Channel, ChannelTemplate } from './channel.ts'
export { createNotConfiguredError, type Delivery, DeliveryError } from './delivery.ts'
export { type DigestLine, renderDigest } from './digest.ts'
export type { DigestState } from './digest-format.ts'
export { foldToGsm7, splitIntoSegments } from './gsm7.ts'
export { htmlLayout } from './layout.ts'
export { mailStyles, renderHtmlHead } from './mail-html.ts'
export { getSenderDomain, parseSmtpServer } from './mail-settings.ts'
export type { Attachment, Device, Message } from './message.ts'
export { isPushDevice, maxPushEndpoint, pushDevicePatterns } from './push-device.ts'
export { toPushTopic } from './push-topic.ts'
export { type MessageTemplate, type MessageTexts, renderMessage } from './render-message.ts'
export { sampleEndStatus, sampleValues } from './sample.ts'
export { findTemplateProblems, renderTemplate, type TemplateProblem } from './template.ts'

/** All channels: those of the v3 API by id, then new ones. To add a channel, add a file and a line here. */
export const channels: readonly Channel[] = [
  alerta,
  email,
  emailDedicated,
  emailExtended,
  emailShort,
  emailSimplified,
  gaduGadu,
  hipchat,
  jabber,
  jsonPost,
  msTeams,
  msTeamsExtended,
  pagerduty,
  push,
  rocketchat,
  signal,
  slack,
  sms,
  telephone,
  discord,
  matrix,
  mattermost,
  ntfy,
  opsgenie,
  telegram,
  webhook,
]

export const standardChannels: readonly Channel[] = channels.filter(({ isStandard }) => isStandard)

const byId: ReadonlyMap<string, Channel> = new Map(channels.map((each) => [each.id, each]))

export function channel(id: string): Channel | undefined {
  return byId.get(id)
}
