import type { sensors as english } from './messages.en.ts'

export const sensors: Readonly<Record<keyof typeof english, string>> = {
  'sensors.private': 'prywatny',
}
