import type { CommanderError } from 'commander'
import type { CliLanguage, LocalizedText } from './localized-text.ts'

/** Texts that all commands share. */
export const sharedTexts = {
  help: { en: 'show this help', pl: 'pokaż tę pomoc' },
  version: { en: 'show the version', pl: 'pokaż wersję' },
  json: { en: 'print the result as JSON', pl: 'wypisz wynik jako JSON' },
  csv: { en: 'print the records as CSV, with all fields', pl: 'wypisz rekordy jako CSV, ze wszystkimi polami' },
  conflictingFormats: { en: 'Use either --json or --csv.', pl: 'Użyj --json albo --csv.' },
  color: { en: 'use colours; default: auto', pl: 'kolory; domyślnie auto' },
  language: {
    en: 'language of the output; default: that of the terminal',
    pl: 'język komunikatów; domyślnie taki jak w terminalu',
  },
  noTerminal: {
    en: 'There is no terminal to ask questions. Pass the answer as an option; see --help.',
    pl: 'Bez terminala nie można zadać pytania. Podaj odpowiedź opcją; zobacz --help.',
  },
  noAnswer: { en: 'No answer. Nothing was changed.', pl: 'Brak odpowiedzi. Nic nie zmieniono.' },
  writeFailed: (code: string): LocalizedText => ({
    en: `The output could not be written (${code}).`,
    pl: `Nie można zapisać wyniku (${code}).`,
  }),
  invalidNumber: (name: string, text: string): LocalizedText => ({
    en: `--${name} must be a number, not "${text}".`,
    pl: `--${name} to liczba, a nie „${text}”.`,
  }),
}

export const helpTitles: Readonly<Record<CliLanguage, Readonly<Record<string, string>>>> = {
  en: {},
  pl: { 'Usage:': 'Użycie:', 'Arguments:': 'Argumenty:', 'Options:': 'Opcje:', 'Commands:': 'Polecenia:' },
}

/** Translations of the parser's errors. Its messages are in English; only the quoted parts are taken from them. */
const parserErrors: Readonly<Record<string, (quoted: string, message: string) => LocalizedText>> = {
  'commander.unknownCommand': (word) => ({
    en: `Unknown command "${word}". See --help.`,
    pl: `Nieznane polecenie „${word}”. Zobacz --help.`,
  }),
  'commander.unknownOption': (word) => ({
    en: `Unknown option ${word}. See --help.`,
    pl: `Nieznana opcja ${word}. Zobacz --help.`,
  }),
  'commander.missingArgument': (word) => ({
    en: `Missing ${word}. See --help.`,
    pl: `Brakuje: ${word}. Zobacz --help.`,
  }),
  'commander.missingMandatoryOptionValue': (word) => ({
    en: `Missing ${word}. See --help.`,
    pl: `Brakuje: ${word}. Zobacz --help.`,
  }),
  'commander.optionMissingArgument': (word) => ({
    en: `${word} needs a value.`,
    pl: `Opcji ${word} brakuje wartości.`,
  }),
  'commander.invalidArgument': (word, message) => {
    const [, given = ''] = /argument '([\s\S]*)' is invalid\. /.exec(message) ?? []
    const [, choices = ''] = /Allowed choices are ([\s\S]*)\.$/.exec(message) ?? []
    return {
      en: `Invalid value "${given}" for ${word}. Use one of: ${choices}.`,
      pl: `Nieprawidłowa wartość „${given}” dla ${word}. Dozwolone: ${choices}.`,
    }
  },
  'commander.excessArguments': () => ({
    en: 'Too many arguments. See --help.',
    pl: 'Za dużo argumentów. Zobacz --help.',
  }),
  'commander.help': () => ({ en: 'Give one of these commands.', pl: 'Podaj jedno z tych poleceń.' }),
}

export function describeError({ code, message }: CommanderError, language: CliLanguage): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  return parserErrors[code]?.(quoted, message)[language] ?? message.replace(/^error: /, '')
}
