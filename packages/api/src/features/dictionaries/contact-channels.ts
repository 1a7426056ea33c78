import { defineDictionary } from './kind.ts'
import { notificationChannels } from './notification-channels.ts'

export const contactChannels = defineDictionary(
  'contact_channel',
  'contact_channels',
  'The ways a contact can be reached.',
  notificationChannels.entries,
)
