import { defineDictionary } from './define-dictionary.ts'
import { notificationChannels } from './notification-channels.ts'

export const contactChannels = defineDictionary({
  name: 'contact_channel',
  collection: 'contact_channels',
  summary: 'The ways a contact can be reached.',
  entries: notificationChannels.entries,
})
