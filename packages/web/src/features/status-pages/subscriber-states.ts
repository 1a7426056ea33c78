import type { StatusPageSubscriber } from '@wachta/client'

export type ShownSubscriberState = StatusPageSubscriber['state']
export type ShownSubscriberChannel = StatusPageSubscriber['channel_id']

/** In the order in which they are counted above the list. */
export const shownSubscriberStates = [
  'confirmed',
  'pending',
  'bounced',
  'unsubscribed',
] as const satisfies readonly ShownSubscriberState[]
export const shownSubscriberChannels = [
  'email',
  'webhook',
  'slack',
  'ms_teams',
  'web_push',
] as const satisfies readonly ShownSubscriberChannel[]
