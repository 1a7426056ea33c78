import { defineDictionary } from './define-dictionary.ts'

export const notificationModes = defineDictionary({
  name: 'notification_mode',
  collection: 'notification_modes',
  summary: 'Whether legacy notifications are sent for a service.',
  entries: [
    {
      id: 'default',
      name: { pl: 'Włączone', en: 'On' },
      description: {
        pl: 'Powiadomienia są wysyłane według kanałów i warunków usługi.',
        en: 'Notifications are sent as the channels and conditions of the service say.',
      },
    },
    {
      id: 'off',
      name: { pl: 'Wyłączone', en: 'Off' },
      description: {
        pl: 'Powiadomienia starszego typu nie są wysyłane. Polityki eskalacji działają nadal.',
        en: 'No legacy notifications are sent. Escalation policies still apply.',
      },
    },
  ],
})
