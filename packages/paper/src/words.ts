/** The fixed texts of a printed report; all others are part of the report. */
export interface ReportWords {
  /** Contains the placeholders `{page}` and `{pages}`. */
  readonly pageOf: string
  readonly preparedFor: string
  readonly period: string
  readonly generated: string
  readonly contact: string
  readonly noRows: string
  /** Contains the placeholder `{name}`. */
  readonly logoOf: string
  readonly target: string
  readonly atTarget: string
  readonly belowTarget: string
  readonly outage: string
  readonly noData: string
  readonly average: string
  readonly fastest: string
  readonly slowest: string
  readonly budgetLeft: string
  readonly budgetSpent: string
  readonly hour: string
}

export type ReportLanguage = 'en' | 'pl'

export const reportWords: Readonly<Record<ReportLanguage, ReportWords>> = {
  en: {
    pageOf: 'Page {page} of {pages}',
    preparedFor: 'Prepared for',
    period: 'Period',
    generated: 'Generated',
    contact: 'Contact',
    noRows: 'No entries',
    logoOf: 'Logo of {name}',
    target: 'Target',
    atTarget: 'Target met',
    belowTarget: 'Below target',
    outage: 'Well below target',
    noData: 'No data',
    average: 'Average',
    fastest: 'Fastest to average',
    slowest: 'Slowest',
    budgetLeft: 'Budget left',
    budgetSpent: 'Budget exceeded',
    hour: 'Hour',
  },
  pl: {
    pageOf: 'Strona {page} z {pages}',
    preparedFor: 'Przygotowano dla',
    period: 'Okres',
    generated: 'Wygenerowano',
    contact: 'Kontakt',
    noRows: 'Brak wpisów',
    logoOf: 'Logo: {name}',
    target: 'Cel',
    atTarget: 'Cel osiągnięty',
    belowTarget: 'Poniżej celu',
    outage: 'Znacznie poniżej celu',
    noData: 'Brak danych',
    average: 'Średnia',
    fastest: 'Od najszybszej do średniej',
    slowest: 'Najwolniejsza',
    budgetLeft: 'Pozostały budżet',
    budgetSpent: 'Budżet przekroczony',
    hour: 'Godzina',
  },
}
