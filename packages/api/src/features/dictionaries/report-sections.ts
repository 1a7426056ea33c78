import { defineDictionary } from './define-dictionary.ts'

export const reportSections = defineDictionary({
  name: 'report_section',
  collection: 'report_sections',
  summary: 'The parts a report can be made of.',
  entries: [
    {
      id: 'summary',
      name: { pl: 'Podsumowanie', en: 'Summary' },
      description: {
        pl: 'Najważniejsze liczby okresu dla wszystkich usług na jednej stronie.',
        en: 'The main figures of the period for all services, on one page.',
      },
    },
    {
      id: 'accounting_method',
      name: { pl: 'Sposób liczenia', en: 'Accounting method' },
      description: {
        pl: 'Co się liczy do dostępności: stany nieznane, okna serwisowe, korekty, godziny pracy, strefa czasowa.',
        en: 'What counts as availability: unknown states, maintenance windows, corrections, business hours, time zone.',
      },
    },
    {
      id: 'service_level',
      name: { pl: 'Poziom dostępności', en: 'Service level' },
      description: {
        pl: 'Odsetek czasu, w którym usługa działała, z korektami i bez nich.',
        en: 'The share of time in which the service was up, with and without corrections.',
      },
    },
    {
      id: 'failures',
      name: { pl: 'Awarie', en: 'Failures' },
      description: {
        pl: 'Lista awarii z początkiem, końcem, czasem trwania i przyczyną, od najdłuższej.',
        en: 'Failures with start, end, duration and cause, longest first.',
      },
    },
    {
      id: 'status_changes',
      name: { pl: 'Zmiany stanu', en: 'Status changes' },
      description: {
        pl: 'Wszystkie zmiany stanu usługi wraz z opisami.',
        en: 'Every change of the status of the service, with its description.',
      },
    },
    {
      id: 'performance',
      name: { pl: 'Wydajność', en: 'Performance' },
      description: {
        pl: 'Czasy odpowiedzi: średnia, mediana, 95. i 99. percentyl oraz ich zmiany w okresie.',
        en: 'Response times: average, median, 95th and 99th percentile, and how they moved over the period.',
      },
    },
    {
      id: 'checks',
      name: { pl: 'Sprawdzenia', en: 'Checks' },
      description: {
        pl: 'Liczba sprawdzeń udanych, nieudanych i o nieznanym wyniku.',
        en: 'The number of checks that succeeded, failed or are unknown.',
      },
    },
    {
      id: 'analyses',
      name: { pl: 'Analizy', en: 'Analyses' },
      description: {
        pl: 'Liczba analiz z awarią i bez niej.',
        en: 'The number of analyses with a failure and without one.',
      },
    },
    {
      id: 'error_types',
      name: { pl: 'Rodzaje błędów', en: 'Error types' },
      description: { pl: 'Które błędy występowały i jak często.', en: 'Which errors occurred and how often.' },
    },
    {
      id: 'sensors',
      name: { pl: 'Sensory', en: 'Sensors' },
      description: {
        pl: 'Wyniki i czasy odpowiedzi w podziale na sensory.',
        en: 'Results and response times by sensor.',
      },
    },
    {
      id: 'corrections',
      name: { pl: 'Korekty', en: 'Corrections' },
      description: {
        pl: 'Wprowadzone korekty i ich wpływ na poziom dostępności.',
        en: 'The corrections and how they changed the service level.',
      },
    },
    {
      id: 'suspensions',
      name: { pl: 'Okna serwisowe', en: 'Maintenance windows' },
      description: {
        pl: 'Kiedy monitorowanie było wstrzymane albo tylko powiadomienia były wyciszone.',
        en: 'When monitoring was paused, or only notifications were suppressed.',
      },
    },
    {
      id: 'events',
      name: { pl: 'Alerty', en: 'Alerts' },
      description: {
        pl: 'Alerty, eskalacje i wysłane powiadomienia.',
        en: 'Alerts, escalations and notifications sent.',
      },
    },
    {
      id: 'breakdown_by_hour',
      name: { pl: 'Rozkład według godzin', en: 'Breakdown by hour' },
      description: { pl: 'Wyniki w podziale na 24 godziny doby.', en: 'Figures for each of the 24 hours of the day.' },
    },
    {
      id: 'breakdown_by_week_day',
      name: { pl: 'Rozkład według dni tygodnia', en: 'Breakdown by day of the week' },
      description: { pl: 'Wyniki w podziale na 7 dni tygodnia.', en: 'Figures for each of the 7 days of the week.' },
    },
    {
      id: 'breakdown_by_month_day',
      name: { pl: 'Rozkład według dni miesiąca', en: 'Breakdown by day of the month' },
      description: { pl: 'Wyniki w podziale na 31 dni miesiąca.', en: 'Figures for each of the 31 days of the month.' },
    },
    {
      id: 'breakdown_by_month',
      name: { pl: 'Rozkład według miesięcy', en: 'Breakdown by month' },
      description: {
        pl: 'Wyniki w podziale na 12 miesięcy roku.',
        en: 'Figures for each of the 12 months of the year.',
      },
    },
  ],
})
