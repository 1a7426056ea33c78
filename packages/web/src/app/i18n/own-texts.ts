import { useI18n } from './language.tsx'
import { type ScreenLanguage, screenLanguages } from './preferences.ts'
import { createTranslate, type Translate } from './translate.ts'

type OwnTexts<Key extends string> = Readonly<Record<ScreenLanguage, Translate<Key>>>

/**
 * Creates the texts of a part of the app that is loaded separately, in all languages. The common messages are loaded
 * with the first screen, so they do not include texts that only one page needs.
 */
export function createTexts<const Key extends string>(
  texts: Readonly<Record<Key, Readonly<Record<ScreenLanguage, string>>>>,
): OwnTexts<Key> {
  const pickLanguage = (language: ScreenLanguage) => {
    const entries = Object.entries<Readonly<Record<ScreenLanguage, string>>>(texts)
    return Object.fromEntries(entries.map(([key, text]) => [key, text[language]])) as Record<Key, string>
  }
  const translations = screenLanguages.map((language) => [language, createTranslate(language, pickLanguage(language))])
  return Object.fromEntries(translations) as OwnTexts<Key>
}

export function useTexts<Key extends string>(texts: OwnTexts<Key>): Translate<Key> {
  return texts[useI18n().language]
}
