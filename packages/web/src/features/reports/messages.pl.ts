import type { reports as english } from './messages.en.ts'

export const reports: Readonly<Record<keyof typeof english, string>> = {
  'reports.title': 'Raporty',
  'report.dialog': 'Utwórz raport…',
  'reportTemplate.remove': 'Usuń: {name}',
  'reportTemplate.recipients': 'Odbiorcy',
}
