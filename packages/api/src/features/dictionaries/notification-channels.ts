import { channels } from '@wachta/channels'
import { defineDictionary } from './define-dictionary.ts'

export const notificationChannels = defineDictionary({
  name: 'notification_channel',
  collection: 'notification_channels',
  summary: 'The channels on which notifications can be sent.',
  entries: channels.map(({ id, name, description }) => ({ id, name, description })),
})
