import type { LocalizedText } from '../frame/localized-text.ts'

/** Why something could not be imported, and what to do about it. */
export const lossReasons = {
  noSuchCheck: (type: string): LocalizedText => ({
    en: `checks of the type "${type}" are not supported; skipped`,
    pl: `nie ma tu sprawdzenia typu „${type}”; pominięto`,
  }),
  reversed: {
    en: 'inverted checks are not supported; skipped',
    pl: 'sprawdzenia odwrócone nie są obsługiwane; pominięto',
  },
  noAddress: (address: string): LocalizedText => {
    const maskedAddress = address.replace(/\/\/[^/]*@/, '//********@')
    return {
      en: `"${maskedAddress}" is not a valid address for this check; skipped`,
      pl: `„${maskedAddress}” nie jest poprawnym adresem dla tego sprawdzenia; pominięto`,
    }
  },
  malformed: (name: string): LocalizedText => ({
    en: `"${name}" is malformed; set it by hand`,
    pl: `„${name}” nie jest zapisane poprawnie; ustaw ręcznie`,
  }),
  downCodes: (codes: string): LocalizedText => ({
    en: `the status codes ${codes} count as a failure there, here they do not; set expected_status_codes by hand`,
    pl: `kody ${codes} oznaczają tam awarię, a tu nie; ustaw expected_status_codes ręcznie`,
  }),
  noFile: {
    en: 'this targets file was not found; copy it to the path given in prometheus.yml',
    pl: 'nie znaleziono takiego pliku z celami; skopiuj go pod ścieżkę podaną w prometheus.yml',
  },
  discovery: (kind: string): LocalizedText => ({
    en: `targets of ${kind} are only discovered by Prometheus itself; list them in a file of file_sd_configs`,
    pl: `cele z ${kind} znajduje tylko sam Prometheus; wypisz je w pliku file_sd_configs`,
  }),
  morePages: (total: number | undefined, inFile: number): LocalizedText => ({
    en: `there are more${total === undefined ? '' : ` (${total})`} than the ${inFile} in this file; fetch the other pages too, see docs/importing.md`,
    pl: `jest tego więcej${total === undefined ? '' : ` (${total})`} niż w tym pliku (${inFile}); pobierz też pozostałe strony, zobacz docs/importing.md`,
  }),
  interval: (oldSeconds: number, newSeconds: number): LocalizedText => ({
    en: `checked every ${oldSeconds} s there, every ${newSeconds} s here; see --minimum-interval`,
    pl: `tam sprawdzana co ${oldSeconds} s, tu co ${newSeconds} s; zobacz --minimum-interval`,
  }),
  timeout: (oldMs: number, newMs: number): LocalizedText => ({
    en: `a time limit of ${oldMs} ms becomes ${newMs} ms`,
    pl: `limit czasu ${oldMs} ms zmienia się na ${newMs} ms`,
  }),
  newAddress: {
    en: 'the job has to report to a new URL: create a new URL with `wachta heartbeat url`',
    pl: 'zadanie musi zgłaszać się pod nowy URL: utwórz go poleceniem `wachta heartbeat url`',
  },
  header: (name: string): LocalizedText => ({
    en: `the header ${name} cannot be sent`,
    pl: `nagłówka ${name} nie można wysyłać`,
  }),
  setting: (name: string): LocalizedText => ({
    en: `"${name}" has no counterpart here`,
    pl: `ustawienie „${name}” nie ma tu odpowiednika`,
  }),
  secret: (name: string): LocalizedText => ({
    en: `"${name}" is not in the export; set it by hand`,
    pl: `„${name}” nie ma w eksporcie; ustaw ręcznie`,
  }),
  channel: (type: string): LocalizedText => ({
    en: `notifications by "${type}" have no counterpart here; add a contact by hand`,
    pl: `powiadomienia przez „${type}” nie mają tu odpowiednika; dodaj kontakt ręcznie`,
  }),
  package: (channel: string): LocalizedText => ({
    en: `the package of the account does not include the channel ${channel}`,
    pl: `pakiet konta nie obejmuje kanału ${channel}`,
  }),
  contactsElsewhere: {
    en: 'who is notified is not in the export; add contacts, alert rules and escalation steps by hand',
    pl: 'w eksporcie nie ma informacji, kogo powiadamiać; dodaj ręcznie kontakty, reguły alertów i kroki eskalacji',
  },
  onlyOne: (name: string): LocalizedText => ({
    en: `only the first of several "${name}" is kept`,
    pl: `z kilku „${name}” zachowano tylko pierwsze`,
  }),
  details: {
    en: 'the list has no details such as paths and keywords; export each check by itself, see docs/importing.md',
    pl: 'lista nie zawiera szczegółów takich jak ścieżki i słowa kluczowe; wyeksportuj każde sprawdzenie osobno, zobacz docs/importing.md',
  },
  module: (name: string): LocalizedText => ({
    en: `the module "${name}" was not found; give its file with --modules`,
    pl: `nie znaleziono modułu „${name}”; podaj jego plik opcją --modules`,
  }),
  domain: {
    en: 'the expiry of the domain is checked by a separate service here (domain_expiry); add it by hand',
    pl: 'pilnowanie ważności domeny to tu osobna usługa (domain_expiry); dodaj ją ręcznie',
  },
} as const
