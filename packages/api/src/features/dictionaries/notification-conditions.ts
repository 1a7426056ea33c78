import { defineDictionary } from './define-dictionary.ts'

export const notificationConditions = defineDictionary({
  name: 'notification_condition',
  collection: 'notification_conditions',
  summary: 'When a legacy notification is sent.',
  entries: [
    {
      id: 'failure',
      name: { pl: 'Początek awarii', en: 'Start of a failure' },
      description: { pl: 'Powiadomienie, gdy usługa przestaje działać.', en: 'Notify when the service stops working.' },
    },
    {
      id: 'recovery',
      name: { pl: 'Koniec awarii', en: 'End of a failure' },
      description: {
        pl: 'Powiadomienie, gdy usługa znów działa; kiedy dokładnie, określa tryb powiadamiania o końcu awarii.',
        en: 'Notify when the service works again; the recovery notification mode says exactly when.',
      },
    },
  ],
})
