import { defineDictionary } from './kind.ts'

export const languageDictionary = defineDictionary('language', 'languages', 'The languages of messages and reports.', [
  {
    id: 'pl',
    name: { pl: 'polski', en: 'Polish' },
    description: {
      pl: 'Powiadomienia, raporty i komunikaty po polsku.',
      en: 'Notifications, reports and messages in Polish.',
    },
  },
  {
    id: 'en',
    name: { pl: 'angielski', en: 'English' },
    description: {
      pl: 'Powiadomienia, raporty i komunikaty po angielsku.',
      en: 'Notifications, reports and messages in English.',
    },
  },
])
