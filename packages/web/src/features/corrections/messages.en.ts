export const corrections = {
  'corrections.choose': 'Search by name',
  'corrections.link': 'Correct history',
} as const
