/** What a person reads, in both languages. */
export type LocalizedText = Readonly<Record<'en' | 'pl', string>>
export type CliLanguage = keyof LocalizedText

/** As the terminal is set, in the order in which programs look; English unless it is Polish. */
export function terminalLanguage(environment: NodeJS.ProcessEnv): CliLanguage {
  const set = environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^pl(?:_|\.|$)/i.test(set) ? 'pl' : 'en'
}
