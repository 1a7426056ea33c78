export const statusPages = {
  'statusPages.title': 'Status pages',
  'statusPages.new': 'New status page',
} as const
