import { defineDictionary } from './define-dictionary.ts'

export const reportingPlans = defineDictionary({
  name: 'reporting_plan',
  collection: 'reporting_plans',
  summary: 'How often a report is made automatically.',
  entries: [
    {
      id: 'daily',
      name: { pl: 'Codziennie', en: 'Daily' },
      description: {
        pl: 'Raport za poprzedni dzień, tworzony po północy w strefie czasowej raportu.',
        en: 'A report on the previous day, made after midnight in the time zone of the report.',
      },
    },
    {
      id: 'weekly',
      name: { pl: 'Co tydzień', en: 'Weekly' },
      description: {
        pl: 'Raport za poprzedni tydzień, tworzony w poniedziałek.',
        en: 'A report on the previous week, made on Monday.',
      },
    },
    {
      id: 'monthly',
      name: { pl: 'Co miesiąc', en: 'Monthly' },
      description: {
        pl: 'Raport za poprzedni miesiąc, tworzony pierwszego dnia miesiąca.',
        en: 'A report on the previous month, made on the first day of the month.',
      },
    },
    {
      id: 'quarterly',
      name: { pl: 'Co kwartał', en: 'Quarterly' },
      description: {
        pl: 'Raport za poprzedni kwartał, tworzony pierwszego dnia kwartału.',
        en: 'A report on the previous quarter, made on the first day of the quarter.',
      },
    },
    {
      id: 'half_yearly',
      name: { pl: 'Co pół roku', en: 'Half-yearly' },
      description: {
        pl: 'Raport za poprzednie półrocze, tworzony 1 stycznia i 1 lipca.',
        en: 'A report on the previous half-year, made on 1 January and 1 July.',
      },
    },
    {
      id: 'yearly',
      name: { pl: 'Co rok', en: 'Yearly' },
      description: {
        pl: 'Raport za poprzedni rok, tworzony 1 stycznia.',
        en: 'A report on the previous year, made on 1 January.',
      },
    },
  ],
})
