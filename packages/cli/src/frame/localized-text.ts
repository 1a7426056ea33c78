/** A text in both languages. */
export type LocalizedText = Readonly<Record<'en' | 'pl', string>>
export type CliLanguage = keyof LocalizedText

/** Returns the language of the locale variables, in their usual precedence; English unless it is Polish. */
export function getTerminalLanguage(environment: NodeJS.ProcessEnv): CliLanguage {
  const locale = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^pl(?:_|\.|$)/i.test(locale) ? 'pl' : 'en'
}
