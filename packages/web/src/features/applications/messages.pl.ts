import type { applications as english } from './messages.en.ts'

export const applications: Readonly<Record<keyof typeof english, string>> = {
  'applications.title': 'Aplikacje',
}
