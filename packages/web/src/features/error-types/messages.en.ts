export const errorTypes = {
  'errors.title': 'Dictionary of errors',
  'errors.text': 'Everything that a check can fail with, what it usually comes from and what to look at next.',
  'errors.search': 'Search by code or words',
  'errors.category': 'Category',
  'errors.anyCategory': 'All categories',
  'errors.code': 'Code',
  'errors.name': 'Error',
  'errors.empty': 'No error has all these words. Try the code that the check shows, or fewer words.',
  'errors.description': 'What it means',
  'errors.diagnosis': 'What to look at',
  'errors.extra': 'Further',
} as const
