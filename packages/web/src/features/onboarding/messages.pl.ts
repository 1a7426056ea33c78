import type { onboarding as english } from './messages.en.ts'

export const onboarding: Readonly<Record<keyof typeof english, string>> = {
  'onboarding.add': 'Dodaj usługę',
}
