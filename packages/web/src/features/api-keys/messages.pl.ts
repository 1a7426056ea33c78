import type { apiKeys as english } from './messages.en.ts'

export const apiKeys: Readonly<Record<keyof typeof english, string>> = {
  'account.apiKeys': 'Klucze API',
  'apiKeys.create': 'Utwórz klucz API',
}
