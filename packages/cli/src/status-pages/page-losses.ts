import type { LocalizedText } from '../frame/localized-text.ts'

/** Why a part of a status page could not be imported, and what to do about it. */
export const pageLosses = {
  noService: {
    en: 'no service has this name; its status is set by hand until you choose a service',
    pl: 'żadna usługa nie ma tej nazwy; stan jest ustawiany ręcznie, dopóki nie wybierzesz usługi',
  },
  ambiguous: (count: number): LocalizedText => ({
    en: `${count} services have this name; choose one in the web app`,
    pl: `tę nazwę ma kilka usług (${count}); wybierz jedną w aplikacji`,
  }),
  status: (status: string): LocalizedText => ({
    en: `the status "${status}" is not known here; set to operational`,
    pl: `stan „${status}” nie jest tu znany; ustawiono „działa”`,
  }),
  timeZone: (zone: string): LocalizedText => ({
    en: `the time zone "${zone}" is not known here; set to UTC`,
    pl: `strefa czasowa „${zone}” nie jest tu znana; ustawiono UTC`,
  }),
  cut: (max: number): LocalizedText => ({
    en: `shortened to ${max} characters`,
    pl: `skrócono do ${max} znaków`,
  }),
  tooMany: (count: number, max: number): LocalizedText => ({
    en: `it has ${count} components; only the first ${max} are imported`,
    pl: `ma ${count} komponentów; zaimportowano pierwsze ${max}`,
  }),
  openPost: {
    en: 'posts are not part of a configuration; write it again with `wachta status-page post create`',
    pl: 'wpisy nie są częścią konfiguracji; dodaj go ponownie poleceniem `wachta status-page post create`',
  },
  pastPosts: (count: number): LocalizedText => ({
    en: `${count} past posts are not imported`,
    pl: `nie zaimportowano dawnych wpisów (${count})`,
  }),
  picture: {
    en: 'pictures are not part of a configuration; upload it in the web app',
    pl: 'obrazy nie są częścią konfiguracji; prześlij go w aplikacji',
  },
  style: {
    en: 'custom styles have no counterpart here; choose an accent colour',
    pl: 'własne style nie mają tu odpowiednika; wybierz kolor przewodni',
  },
  domain: {
    en: 'custom domains are not imported',
    pl: 'nie zaimportowano własnych domen',
  },
  linkLater: {
    en: 'the service has no name in a configuration; choose it in the web app after you apply the file',
    pl: 'usługa nie ma nazwy w konfiguracji; wybierz ją w aplikacji po zastosowaniu pliku',
  },
} as const
