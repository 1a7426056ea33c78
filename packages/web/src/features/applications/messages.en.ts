export const applications = {
  'applications.title': 'Applications',
} as const
