import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs } from '@wachta/domain'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const warningDays = 14
const timeoutMs = 5_000

export const addressCheck: HealthCheck = {
  name: 'address',
  title: localized('Public address', 'Adres publiczny'),
  async run(context) {
    const text = context.variable('PUBLIC_URL')
    const url = URL.parse(text)
    if (url === null || !/^https?:\/\/[^/]+$/.test(text))
      return problem(
        localized(
          `PUBLIC_URL must be a URL without a path, not ${text}.`,
          `PUBLIC_URL musi być adresem URL bez ścieżki, a nie ${text}.`,
        ),
        localized('Example: https://watch.example.com.', 'Przykład: https://watch.example.com.'),
      )
    if (url.protocol === 'http:') {
      if (isLocal(url.hostname))
        return ok(`${text}: reachable only from this machine.`, `${text}: dostępny tylko z tej maszyny.`)
      return warning(
        localized(
          `${text} is not encrypted: anyone on the network path can read passwords.`,
          `${text} nie jest szyfrowany: hasła można podsłuchać.`,
        ),
        localized(
          'Put a proxy with TLS in front of the api, and set PUBLIC_URL to an https:// address.',
          'Postaw przed api proxy z TLS i ustaw PUBLIC_URL na adres https://.',
        ),
      )
    }
    const found: Finding[] = []
    if (context.variable('TRUSTED_PROXIES') === '')
      found.push(
        warning(
          localized(
            'TRUSTED_PROXIES is empty, so all clients behind the proxy share one rate limit.',
            'TRUSTED_PROXIES jest puste, więc wszyscy klienci za proxy mają wspólny limit żądań.',
          ),
          localized('Set it to the IP address of the proxy.', 'Wpisz tam adres IP proxy.'),
        ),
      )
    found.push(await checkCertificate(url, context.now()))
    return found.some(({ level }) => level !== 'ok') ? found.filter(({ level }) => level !== 'ok') : found
  },
}

async function checkCertificate(url: URL, now: number): Promise<Finding> {
  try {
    const end = await loadCertificateEnd(url)
    const days = Math.floor((end - now) / dayMs)
    if (days >= warningDays)
      return ok(`The certificate is valid for ${days} more days.`, `Certyfikat ważny jeszcze (dni): ${days}.`)
    return warning(
      localized(`The certificate expires in ${days} days.`, `Certyfikat wygasa za (dni): ${days}.`),
      localized('Renew it.', 'Odnów go.'),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem(
      localized(
        `${url.origin} cannot be reached over TLS: ${reason}.`,
        `Brak bezpiecznego połączenia z ${url.origin}: ${reason}.`,
      ),
      localized('Check the proxy and its certificate.', 'Sprawdź proxy i jego certyfikat.'),
    )
  }
}

const loadCertificateEnd = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(url.port) || 443, ...(isIP(host) === 0 && { servername: host }) })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')
