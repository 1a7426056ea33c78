import { channels } from '@wachta/channels'
import { defineDictionary } from './kind.ts'

export const notificationChannels = defineDictionary(
  'notification_channel',
  'notification_channels',
  'The ways a notification can reach somebody.',
  channels.map(({ id, name, description }) => ({ id, name, description })),
)
