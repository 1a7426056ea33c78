import { defineDictionary } from './kind.ts'

export const notificationModes = defineDictionary({
  name: 'notification_mode',
  collection: 'notification_modes',
  summary: 'Whether older-style notifications are sent for a service.',
  entries: [
    {
      id: 'default',
      name: { pl: 'Włączone', en: 'On' },
      description: {
        pl: 'Powiadomienia są wysyłane według kanałów i warunków usługi.',
        en: 'Notifications are sent by the channels and conditions of the service.',
      },
    },
    {
      id: 'off',
      name: { pl: 'Wyłączone', en: 'Off' },
      description: {
        pl: 'Żadne powiadomienia tego rodzaju nie są wysyłane. Eskalacje działają dalej.',
        en: 'No notifications of this kind are sent. Escalations go on.',
      },
    },
  ],
})
