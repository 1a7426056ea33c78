import type { corrections as english } from './messages.en.ts'

export const corrections: Readonly<Record<keyof typeof english, string>> = {
  'corrections.choose': 'Szukaj po nazwie',
  'corrections.link': 'Skoryguj historię',
}
