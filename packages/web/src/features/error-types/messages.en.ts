export const errorTypes = {
  'errors.title': 'Error reference',
  'errors.text': 'All errors that a check can report, with common causes and next steps.',
  'errors.search': 'Search by code or text',
  'errors.category': 'Category',
  'errors.anyCategory': 'All categories',
  'errors.code': 'Code',
  'errors.name': 'Error',
  'errors.empty': 'No error matches. Try the code that the check shows, or fewer search terms.',
  'errors.description': 'Description',
  'errors.diagnosis': 'Likely cause',
  'errors.likelyCause': 'Likely cause: {cause}',
  'errors.extra': 'Next steps',
} as const
