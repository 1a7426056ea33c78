import type { maintenance as english } from './messages.en.ts'

export const maintenance: Readonly<Record<keyof typeof english, string>> = {
  'maintenance.schedule': 'Zaplanuj okno serwisowe',
  'maintenance.noTime': 'Podaj czas.',
}
