import { defineDictionary } from './define-dictionary.ts'

export const serviceTypeCategories = defineDictionary({
  name: 'service_type_category',
  collection: 'service_type_categories',
  summary: 'Which sensors can check a type of service.',
  entries: [
    {
      id: 'default',
      name: { pl: 'Podstawowe', en: 'Basic' },
      description: { pl: 'Usługi, które może sprawdzać każdy sensor.', en: 'Services that every sensor can check.' },
    },
    {
      id: 'browser',
      name: { pl: 'Przeglądarka', en: 'Browser' },
      description: {
        pl: 'Strony i scenariusze otwierane w prawdziwej przeglądarce, którą mają tylko niektóre sensory.',
        en: 'Pages and scenarios opened in a real browser, which only some sensors have.',
      },
    },
    {
      id: 'mail',
      name: { pl: 'Poczta', en: 'Mail' },
      description: {
        pl: 'Usługi pocztowe, sprawdzane przez sensory z otwartym ruchem wychodzącym na port 25.',
        en: 'Mail services, checked by sensors that may connect out to port 25.',
      },
    },
    {
      id: 'sensorless',
      name: { pl: 'Bez sensora', en: 'Without a sensor' },
      description: {
        pl: 'Usługi, które zgłaszają się same i nie wymagają sensora.',
        en: 'Services that report by themselves and need no sensor.',
      },
    },
  ],
})
