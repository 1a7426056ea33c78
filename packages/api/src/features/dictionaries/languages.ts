import { defineDictionary } from './define-dictionary.ts'

export const languageDictionary = defineDictionary({
  name: 'language',
  collection: 'languages',
  summary: 'The languages of messages and reports.',
  entries: [
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
  ],
})
