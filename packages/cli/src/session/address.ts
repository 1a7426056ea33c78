import { CommandError, exitCodes } from '../frame/command.ts'

/** The URL of the API: `wachta.example.com` and `https://wachta.example.com/v3/` mean the same. */
export function parseApiUrl(given: string, { insecure = false } = {}): string {
  const whole = /^[a-z]+:\/\//i.test(given) ? given : `https://${given}`
  const url = URL.canParse(whole) ? new URL(whole) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw refused({
      en: `"${given}" is not a valid address of an installation. Write it as https://wachta.example.com.`,
      pl: `„${given}” nie jest poprawnym adresem instalacji. Zapisz go jako https://wachta.example.com.`,
    })
  if (url.protocol === 'http:' && !isOwn(url.hostname) && !insecure)
    throw refused({
      en: 'http:// sends the password unencrypted. Use https://, or --insecure if you trust the network.',
      pl: 'http:// przesyła hasło bez szyfrowania. Użyj https:// albo --insecure, jeśli ufasz tej sieci.',
    })
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${/\/v\d+$/.test(path) ? path : `${path}/v3`}`
}

const isOwn = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

const refused = (words: ConstructorParameters<typeof CommandError>[0]) =>
  new CommandError(words, { exitCode: exitCodes.usage })
