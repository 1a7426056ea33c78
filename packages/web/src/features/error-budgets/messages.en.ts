export const errorBudgets = {
  'budgets.title': '{count, plural, one {# service has} other {# services have}} little or no error budget left',
  'budgets.spent': 'Spent',
  'budgets.low': 'Low',
  'budgets.text': 'target {target}%, 30 days: {left}',
} as const
