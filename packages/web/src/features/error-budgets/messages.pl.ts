import type { errorBudgets as english } from './messages.en.ts'

export const errorBudgets: Readonly<Record<keyof typeof english, string>> = {
  'budgets.title':
    '{count, plural, one {# usługa wyczerpała budżet błędów lub jest tego blisko} few {# usługi wyczerpały budżet błędów lub są tego blisko} many {# usług wyczerpało budżet błędów lub jest tego blisko} other {# usługi wyczerpało budżet błędów lub jest tego blisko}}',
  'budgets.spent': 'Wyczerpany',
  'budgets.low': 'Na wyczerpaniu',
  'budgets.text': 'cel {target}%, 30 dni: {left}',
}
