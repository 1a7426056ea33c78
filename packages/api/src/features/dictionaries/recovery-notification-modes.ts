import { defineDictionary } from './kind.ts'

export const recoveryNotificationModes = defineDictionary({
  name: 'recovery_notification_mode',
  collection: 'recovery_notification_modes',
  summary: 'How soon the end of a failure is told.',
  entries: [
    {
      id: 'default',
      name: { pl: 'Od razu', en: 'At once' },
      description: {
        pl: 'Powiadomienie o końcu awarii po pierwszej analizie bez awarii.',
        en: 'The end of a failure is told after the first analysis without one.',
      },
    },
    {
      id: 'after_30_seconds',
      name: { pl: 'Po 30 sekundach', en: 'After 30 seconds' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 30 sekund.',
        en: 'The end of a failure is told once the service has worked for 30 seconds without a break.',
      },
    },
    {
      id: 'after_1_minute',
      name: { pl: 'Po 1 minucie', en: 'After 1 minute' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez minutę.',
        en: 'The end of a failure is told once the service has worked for a minute without a break.',
      },
    },
    {
      id: 'after_2_minutes',
      name: { pl: 'Po 2 minutach', en: 'After 2 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 2 minuty.',
        en: 'The end of a failure is told once the service has worked for 2 minutes without a break.',
      },
    },
    {
      id: 'after_5_minutes',
      name: { pl: 'Po 5 minutach', en: 'After 5 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 5 minut.',
        en: 'The end of a failure is told once the service has worked for 5 minutes without a break.',
      },
    },
    {
      id: 'after_10_minutes',
      name: { pl: 'Po 10 minutach', en: 'After 10 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 10 minut.',
        en: 'The end of a failure is told once the service has worked for 10 minutes without a break.',
      },
    },
    {
      id: 'after_30_minutes',
      name: { pl: 'Po 30 minutach', en: 'After 30 minutes' },
      description: {
        pl: 'Powiadomienie o końcu awarii, gdy usługa działa nieprzerwanie przez 30 minut.',
        en: 'The end of a failure is told once the service has worked for 30 minutes without a break.',
      },
    },
  ],
})
