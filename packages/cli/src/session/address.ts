import { CommandError, exitCodes } from '../frame/command.ts'

/** The URL of the API: `wachta.example.com` and `https://wachta.example.com/v3/` mean the same. */
export function parseApiUrl(address: string, { insecure = false } = {}): string {
  const fullUrl = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
  const url = URL.canParse(fullUrl) ? new URL(fullUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw createUsageError({
      en: `"${address}" is not a valid address of an installation. Write it as https://wachta.example.com.`,
      pl: `„${address}” nie jest poprawnym adresem instalacji. Zapisz go jako https://wachta.example.com.`,
    })
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !insecure)
    throw createUsageError({
      en: 'http:// sends the password unencrypted. Use https://, or --insecure if you trust the network.',
      pl: 'http:// przesyła hasło bez szyfrowania. Użyj https:// albo --insecure, jeśli ufasz tej sieci.',
    })
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${/\/v\d+$/.test(path) ? path : `${path}/v3`}`
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)

const createUsageError = (text: ConstructorParameters<typeof CommandError>[0]) =>
  new CommandError(text, { exitCode: exitCodes.usage })
