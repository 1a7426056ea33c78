import { use } from 'react'
import type { MessageKey } from '../registry/messages.en.ts'
import { addPartLoader, loadWithRetry } from '../routing/lazy-part.ts'
import type { LocaleFormats } from './formats.ts'
import { useI18n } from './language.tsx'
import { preferences, type ScreenLanguage } from './preferences.ts'
import { createTranslate, type Translate } from './translate.ts'

type Texts<Key extends string> = Readonly<Record<Key, string>>

interface PartI18n<Key extends string> {
  readonly t: Translate<MessageKey | Key>
  readonly formats: LocaleFormats
}

/** Texts that are not needed on the first screen; they are loaded with the part of a screen that shows them. */
export interface PartTexts<Key extends string> {
  readonly load: (language: ScreenLanguage) => Promise<Texts<Key>>
  /** The results of `usePartI18n`, by the result of `useI18n`, so that hundreds of rows share the parsed messages. */
  readonly cache: WeakMap<object, PartI18n<Key>>
}

export function definePartTexts<Key extends string>(
  loaders: Readonly<Record<ScreenLanguage, () => Promise<Texts<Key>>>>,
): PartTexts<Key> {
  const loading = new Map<ScreenLanguage, Promise<Texts<Key>>>()
  const load = (language: ScreenLanguage) => {
    const promise = loading.get(language) ?? loadWithRetry(loaders[language])
    loading.set(language, promise)
    return promise
  }
  addPartLoader(() => load(preferences.get().language))
  return { load, cache: new WeakMap() }
}

/** Like `useI18n`, but also with the texts of the part; suspends until they are loaded. */
export function usePartI18n<Key extends string>(part: PartTexts<Key>): PartI18n<Key> {
  const i18n = useI18n()
  const texts = use(part.load(i18n.language))
  const cached = part.cache.get(i18n)
  if (cached) return cached
  const translatePart = createTranslate(i18n.language, texts)
  const isPartKey = (key: string): key is Key => Object.hasOwn(texts, key)
  const t: PartI18n<Key>['t'] = (key, values) =>
    isPartKey(key) ? translatePart(key, values) : i18n.t(key as MessageKey, values)
  const partI18n = { t, formats: i18n.formats }
  part.cache.set(i18n, partI18n)
  return partI18n
}
