import { IntlMessageFormat } from 'intl-messageformat'
import type { MessageKey, Messages } from '../registry/messages.en.ts'
import type { ScreenLanguage } from './preferences.ts'

type Values = Readonly<Record<string, string | number>>
/** Formats the message with this key in the language of the reader. */
export type Translate<Key extends string = MessageKey> = (key: Key, values?: Values) => string

export function createTranslate<Key extends string>(
  language: ScreenLanguage,
  messages: Readonly<Record<Key, string>>,
): Translate<Key> {
  const parsed = new Map<Key, IntlMessageFormat>()
  return (key, values) => {
    const text = messages[key]
    // Most messages have no placeholders and need no parsing.
    if (values === undefined && !/[{'<#]/.test(text)) return text
    const message = parsed.get(key) ?? new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    parsed.set(key, message)
    return String(message.format(values))
  }
}

const loaders: Readonly<Record<ScreenLanguage, () => Promise<Messages>>> = {
  en: async () => (await import('../registry/messages.en.ts')).en,
  pl: async () => (await import('../registry/messages.pl.ts')).pl,
}

/** Each language is its own chunk, so that a browser loads only the one it shows. */
export const loadMessages = (language: ScreenLanguage): Promise<Messages> => loaders[language]()
