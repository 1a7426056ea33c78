import type { CommanderError } from 'commander'
import type { Language, Words } from './words.ts'

/** What every command says, whatever it does. */
export const said = {
  help: { en: 'show this help', pl: 'pokaż tę pomoc' },
  version: { en: 'show the version', pl: 'pokaż wersję' },
  json: { en: 'print the result as JSON', pl: 'wypisz wynik jako JSON' },
  language: {
    en: 'the language to speak; as the terminal is set unless given',
    pl: 'język komunikatów; bez tej opcji taki jak w terminalu',
  },
  nobodyToAsk: {
    en: 'There is no terminal to ask at. Give the answer with an option; see --help.',
    pl: 'Nie ma terminala, w którym można zapytać. Podaj odpowiedź opcją; zobacz --help.',
  },
  notAnswered: { en: 'Nothing was answered, so nothing was done.', pl: 'Nie było odpowiedzi, więc nic nie zrobiono.' },
  notWritten: (code: string): Words => ({
    en: `The output could not be written (${code}).`,
    pl: `Nie można zapisać wyniku (${code}).`,
  }),
  notANumber: (name: string, text: string): Words => ({
    en: `--${name} is a number, not "${text}".`,
    pl: `--${name} to liczba, a nie „${text}”.`,
  }),
}

export const helpTitles: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  pl: { 'Usage:': 'Użycie:', 'Arguments:': 'Argumenty:', 'Options:': 'Opcje:', 'Commands:': 'Polecenia:' },
}

/** The parser complains in English with the words in question in quotes; only those are taken from it. */
const complaints: Readonly<Record<string, (quoted: string, message: string) => Words>> = {
  'commander.unknownCommand': (word) => ({
    en: `There is no command "${word}". See --help.`,
    pl: `Nie ma polecenia „${word}”. Zobacz --help.`,
  }),
  'commander.unknownOption': (word) => ({
    en: `There is no option ${word} here. See --help.`,
    pl: `Nie ma tu opcji ${word}. Zobacz --help.`,
  }),
  'commander.missingArgument': (word) => ({ en: `Give ${word}. See --help.`, pl: `Podaj ${word}. Zobacz --help.` }),
  'commander.missingMandatoryOptionValue': (word) => ({
    en: `Give ${word}. See --help.`,
    pl: `Podaj ${word}. Zobacz --help.`,
  }),
  'commander.optionMissingArgument': (word) => ({
    en: `${word} lacks its value.`,
    pl: `Opcji ${word} brakuje wartości.`,
  }),
  'commander.invalidArgument': (word, message) => {
    const [, given = ''] = /argument '([\s\S]*)' is invalid\. /.exec(message) ?? []
    const [, choices = ''] = /Allowed choices are ([\s\S]*)\.$/.exec(message) ?? []
    return {
      en: `"${given}" is no value of ${word}. Give one of: ${choices}.`,
      pl: `„${given}” to nie wartość ${word}. Podaj jedną z: ${choices}.`,
    }
  },
  'commander.excessArguments': () => ({
    en: 'There are more words than this command takes. See --help.',
    pl: 'Za dużo słów dla tego polecenia. Zobacz --help.',
  }),
  'commander.help': () => ({ en: 'Give one of these commands.', pl: 'Podaj jedno z tych poleceń.' }),
}

export function complaintOf({ code, message }: CommanderError, language: Language): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? ''
  return complaints[code]?.(quoted, message)[language] ?? message.replace(/^error: /, '')
}
