import { defineDictionary } from './kind.ts'

export const notificationModes = defineDictionary(
  'notification_mode',
  'notification_modes',
  'Whether older-style notifications are sent for a service.',
  [
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
)
