import { useI18n } from './language.tsx'
import { type ScreenLanguage, screenLanguages } from './preferences.ts'
import { createTranslate, type Translate } from './translate.ts'

type OwnTexts<Key extends string> = Readonly<Record<ScreenLanguage, Translate<Key>>>

/**
 * Texts of a part of the app that is loaded on its own, in all languages. Messages are loaded with the first screen, so
 * what only one page needs is kept out of them.
 */
export function createTexts<const Key extends string>(
  texts: Readonly<Record<Key, Readonly<Record<ScreenLanguage, string>>>>,
): OwnTexts<Key> {
  const inLanguage = (language: ScreenLanguage) => {
    const entries = Object.entries<Readonly<Record<ScreenLanguage, string>>>(texts)
    return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<Key, string>
  }
  const made = screenLanguages.map((language) => [language, createTranslate(language, inLanguage(language))])
  return Object.fromEntries(made) as OwnTexts<Key>
}

export function useTexts<Key extends string>(texts: OwnTexts<Key>): Translate<Key> {
  return texts[useI18n().language]
}
