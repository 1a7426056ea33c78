import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Messages } from '../registry/messages.en.ts'
import { createFormats, type Formats } from './formats.ts'
import { type Language, usePreferences } from './preferences.ts'
import { createTranslate, loadMessages, type Translate } from './translate.ts'

interface Speech {
  readonly t: Translate
  readonly formats: Formats
  readonly language: Language
}

interface Loaded {
  readonly language: Language
  readonly messages: Messages
}

const SpeechContext = createContext<Speech | null>(null)
const AccountZone = createContext<(zone: string) => void>(() => undefined)

/** What everything below is written in, and whose clock it shows. */
export function LanguageProvider({ initial, children }: { readonly initial: Loaded; readonly children: ReactNode }) {
  const { language: wanted, clock } = usePreferences()
  const [loaded, setLoaded] = useState(initial)
  const [accountZone, setAccountZone] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    // While the other language is on its way, the present one stays.
    if (wanted !== loaded.language)
      void loadMessages(wanted).then((messages) => isCurrent && setLoaded({ language: wanted, messages }))
    return () => {
      isCurrent = false
    }
  }, [wanted, loaded.language])

  const timeZone = clock === 'utc' ? 'UTC' : clock === 'account' && accountZone ? accountZone : browserZone
  const speech = useMemo(
    () => ({
      t: createTranslate(loaded.language, loaded.messages),
      formats: createFormats(loaded.language, timeZone),
      language: loaded.language,
    }),
    [loaded, timeZone],
  )
  return (
    <AccountZone value={setAccountZone}>
      <SpeechContext value={speech}>{children}</SpeechContext>
    </AccountZone>
  )
}

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (speech === null) throw new Error('useSpeech outside of LanguageProvider')
  return speech
}

/** Tells which time zone the signed-in account lives in, once that is known. */
export function useAccountZone(zone: string | undefined): void {
  const tell = useContext(AccountZone)
  useEffect(() => {
    if (zone !== undefined) tell(zone)
  }, [zone, tell])
}
