import type { statusPages as english } from './messages.en.ts'

export const statusPages: Readonly<Record<keyof typeof english, string>> = {
  'statusPages.title': 'Strony statusu',
  'statusPages.new': 'Nowa strona statusu',
}
