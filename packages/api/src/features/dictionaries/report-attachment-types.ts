import { defineDictionary } from './define-dictionary.ts'

export const reportAttachmentTypes = defineDictionary({
  name: 'report_attachment_type',
  collection: 'report_attachment_types',
  summary: 'The files that can be attached to a report.',
  entries: [
    {
      id: 'pdf',
      name: { pl: 'Raport PDF', en: 'PDF report' },
      description: { pl: 'Cały raport do druku i przekazania dalej.', en: 'The whole report, to print and pass on.' },
    },
    {
      id: 'json',
      name: { pl: 'Dane raportu w formacie JSON', en: 'Report data as JSON' },
      description: {
        pl: 'Wszystkie liczby raportu do dalszego przetwarzania.',
        en: 'All figures of the report, for further processing.',
      },
    },
    {
      id: 'csv',
      name: { pl: 'Zestawienie usług w formacie CSV', en: 'Summary of services as CSV' },
      description: {
        pl: 'Jeden wiersz na usługę: dostępność, liczba i czas awarii, czasy odpowiedzi.',
        en: 'One row per service: availability, number and length of failures, response times.',
      },
    },
    {
      id: 'status_changes_csv',
      name: { pl: 'Zmiany stanu w formacie CSV', en: 'Status changes as CSV' },
      description: {
        pl: 'Jeden wiersz na zmianę stanu: usługa, stan, początek, koniec, przyczyna.',
        en: 'One row per status change: service, status, start, end, cause.',
      },
    },
    {
      id: 'analyses_csv',
      name: { pl: 'Analizy w formacie CSV', en: 'Analyses as CSV' },
      description: {
        pl: 'Jeden wiersz na analizę z jej wynikiem i liczbą sprawdzeń.',
        en: 'One row per analysis, with its verdict and counts of checks.',
      },
    },
    {
      id: 'checks_csv',
      name: { pl: 'Sprawdzenia w formacie CSV', en: 'Checks as CSV' },
      description: {
        pl: 'Jeden wiersz na sprawdzenie: sensor, wynik, czas odpowiedzi, błąd.',
        en: 'One row per check: sensor, result, response time, error.',
      },
    },
    {
      id: 'corrections_csv',
      name: { pl: 'Korekty w formacie CSV', en: 'Corrections as CSV' },
      description: {
        pl: 'Jeden wiersz na korektę z jej autorem, przedziałem i uzasadnieniem.',
        en: 'One row per correction, with author, interval and reason.',
      },
    },
  ],
})
