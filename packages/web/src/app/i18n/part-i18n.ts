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

/** Texts that no first screen shows: they are loaded with the part of a screen that does. */
export interface PartTexts<Key extends string> {
  readonly load: (language: ScreenLanguage) => Promise<Texts<Key>>
  /** By the return value of `useI18n`, so that hundreds of rows share what one of them has parsed. */
  readonly made: WeakMap<object, PartI18n<Key>>
}

export function definePartTexts<Key extends string>(
  loaders: Readonly<Record<ScreenLanguage, () => Promise<Texts<Key>>>>,
): PartTexts<Key> {
  const loading = new Map<ScreenLanguage, Promise<Texts<Key>>>()
  const load = (language: ScreenLanguage) => {
    const loaded = loading.get(language) ?? loadWithRetry(loaders[language])
    loading.set(language, loaded)
    return loaded
  }
  addPartLoader(() => load(preferences.get().language))
  return { load, made: new WeakMap() }
}

/** Like `useI18n`, with texts of the part too; it suspends until they are loaded. */
export function usePartI18n<Key extends string>(part: PartTexts<Key>): PartI18n<Key> {
  const i18n = useI18n()
  const texts = use(part.load(i18n.language))
  const known = part.made.get(i18n)
  if (known) return known
  const own = createTranslate(i18n.language, texts)
  const isOwn = (key: string): key is Key => Object.hasOwn(texts, key)
  const t: PartI18n<Key>['t'] = (key, values) => (isOwn(key) ? own(key, values) : i18n.t(key as MessageKey, values))
  const made = { t, formats: i18n.formats }
  part.made.set(i18n, made)
  return made
}
