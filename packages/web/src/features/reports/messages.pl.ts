import type { reports as english } from './messages.en.ts'

export const reports: Readonly<Record<keyof typeof english, string>> = {
  'reports.title': 'Raporty',
  'report.dialog': 'Raport…',
  'reportTemplate.remove': 'Usuń: {name}',
  'reportTemplate.recipients': 'Odbiorcy',
}
