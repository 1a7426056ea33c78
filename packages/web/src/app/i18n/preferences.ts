import { useSyncExternalStore } from 'react'
import type { Density } from '../../ui/use-density.ts'

export const screenLanguages = ['en', 'pl'] as const
export type ScreenLanguage = (typeof screenLanguages)[number]
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
/** The time zones in which times can be shown. */
export const timeZoneChoices = ['browser', 'account', 'utc'] as const
export type TimeZoneChoice = (typeof timeZoneChoices)[number]

/** How tall the rows of tables are. */
export const densities = ['comfortable', 'compact'] as const satisfies readonly Density[]

export interface Preferences {
  readonly language: ScreenLanguage
  readonly theme: Theme
  readonly clock: TimeZoneChoice
  /** Whether single keys, such as `?` and `j`, are shortcuts. */
  readonly shortcuts: boolean
  readonly density: Density
}

const storageKey = 'wachta.preferences'
const listeners = new Set<() => void>()
let current = read()

/** The display preferences of this browser. They are not secret and are kept between visits. */
export const preferences = {
  get: (): Preferences => current,
  set(change: Partial<Preferences>): void {
    current = { ...current, ...change }
    try {
      // Another tab may have changed other preferences since this one was opened.
      localStorage.setItem(storageKey, JSON.stringify({ ...current, ...readStoredValues(), ...change }))
    } catch {
      // Without local storage the preferences last until the page is closed.
    }
    applyToDocument(current)
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const usePreferences = (): Preferences =>
  useSyncExternalStore(preferences.subscribe, preferences.get, preferences.get)

function applyToDocument({ language, theme, density }: Preferences): void {
  const { documentElement: page } = document
  page.lang = language
  if (theme === 'system') delete page.dataset['theme']
  else page.dataset['theme'] = theme
  page.dataset['density'] = density
}

function read(): Preferences {
  const stored = readStoredValues()
  return {
    language: findChoice(screenLanguages, stored['language']) ?? getPreferredLanguage(),
    theme: findChoice(themes, stored['theme']) ?? 'system',
    clock: findChoice(timeZoneChoices, stored['clock']) ?? 'browser',
    shortcuts: stored['shortcuts'] !== false,
    density: findChoice(densities, stored['density']) ?? 'comfortable',
  }
}

function readStoredValues(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function findChoice<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value)
}

function getPreferredLanguage(): ScreenLanguage {
  const wanted = navigator.languages.map((tag) => findChoice(screenLanguages, tag.slice(0, 2).toLowerCase()))
  return wanted.find((language) => language !== undefined) ?? 'en'
}
