export const apiKeys = {
  'account.apiKeys': 'API keys',
  'apiKeys.create': 'Create API key',
} as const
