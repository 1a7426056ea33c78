import type { administration as english } from './messages.en.ts'

export const administration: Readonly<Record<keyof typeof english, string>> = {
  'administration.packages': 'Pakiety',
  'administration.package': 'Pakiet',
}
