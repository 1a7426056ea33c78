import { defineDictionary } from './define-dictionary.ts'

export const recoveryNotificationModes = defineDictionary({
  name: 'recovery_notification_mode',
  collection: 'recovery_notification_modes',
  summary: 'When a recovery is notified.',
  entries: [
    {
      id: 'default',
      name: { pl: 'Od razu', en: 'Immediately' },
      description: {
        pl: 'Powiadomienie o końcu awarii po pierwszej analizie bez awarii.',
        en: 'Notify of the recovery after the first analysis without a failure.',
      },
    },
    {
      id: 'after_30_seconds',
      name: { pl: 'Po 30 sekundach', en: 'After 30 seconds' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 30 sekund.',
        en: 'Notify of the recovery once the service has been up for 30 seconds without interruption.',
      },
    },
    {
      id: 'after_1_minute',
      name: { pl: 'Po 1 minucie', en: 'After 1 minute' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez minutę.',
        en: 'Notify of the recovery once the service has been up for a minute without interruption.',
      },
    },
    {
      id: 'after_2_minutes',
      name: { pl: 'Po 2 minutach', en: 'After 2 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 2 minuty.',
        en: 'Notify of the recovery once the service has been up for 2 minutes without interruption.',
      },
    },
    {
      id: 'after_5_minutes',
      name: { pl: 'Po 5 minutach', en: 'After 5 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 5 minut.',
        en: 'Notify of the recovery once the service has been up for 5 minutes without interruption.',
      },
    },
    {
      id: 'after_10_minutes',
      name: { pl: 'Po 10 minutach', en: 'After 10 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 10 minut.',
        en: 'Notify of the recovery once the service has been up for 10 minutes without interruption.',
      },
    },
    {
      id: 'after_30_minutes',
      name: { pl: 'Po 30 minutach', en: 'After 30 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 30 minut.',
        en: 'Notify of the recovery once the service has been up for 30 minutes without interruption.',
      },
    },
  ],
})
