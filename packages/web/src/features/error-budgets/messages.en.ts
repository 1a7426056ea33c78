export const errorBudgets = {
  'budgets.title':
    '{count, plural, one {# service has used up its error budget, or nearly} other {# services have used up their error budgets, or nearly}}',
  'budgets.spent': 'Spent',
  'budgets.low': 'Low',
  'budgets.text': 'target {target}%, 30 days: {left}',
} as const
