import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Messages } from '../registry/messages.en.ts'
import { loadWithRetry } from '../routing/lazy-part.ts'
import { createFormats, type LocaleFormats } from './formats.ts'
import { type ScreenLanguage, usePreferences } from './preferences.ts'
import { createTranslate, loadMessages, type Translate } from './translate.ts'

interface I18n {
  readonly t: Translate
  readonly formats: LocaleFormats
  readonly language: ScreenLanguage
}

interface LoadedLanguage {
  readonly language: ScreenLanguage
  readonly messages: Messages
}

const I18nContext = createContext<I18n | null>(null)
const AccountZone = createContext<(zone: string) => void>(() => undefined)

/** Gives the components below it the language and the time zone to show. */
export function LanguageProvider({
  initial,
  children,
}: {
  readonly initial: LoadedLanguage
  readonly children: ReactNode
}) {
  const { language: wanted, clock } = usePreferences()
  const [loaded, setLoaded] = useState(initial)
  const [accountZone, setAccountZone] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Keep the current language while the other one is loading.
    if (wanted !== loaded.language)
      void loadWithRetry(() => loadMessages(wanted)).then(
        (messages) => isCurrent && setLoaded({ language: wanted, messages }),
      )
    return () => {
      isCurrent = false
    }
  }, [wanted, loaded.language])

  const timeZone = clock === 'utc' ? 'UTC' : clock === 'account' && accountZone ? accountZone : browserZone
  const i18n = useMemo(
    () => ({
      t: createTranslate(loaded.language, loaded.messages),
      formats: createFormats(loaded.language, timeZone),
      language: loaded.language,
    }),
    [loaded, timeZone],
  )
  return (
    <AccountZone value={setAccountZone}>
      <I18nContext value={i18n}>{children}</I18nContext>
    </AccountZone>
  )
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function useI18n(): I18n {
  const i18n = useContext(I18nContext)
  if (i18n === null) throw new Error('useI18n outside of LanguageProvider')
  return i18n
}

/** Sets the time zone of the signed-in account, once it is known. */
export function useAccountZone(zone: string | undefined): void {
  const setZone = useContext(AccountZone)
  useEffect(() => {
    if (zone !== undefined) setZone(zone)
  }, [zone, setZone])
}
