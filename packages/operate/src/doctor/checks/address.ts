import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs } from '@wachta/domain'
import { type Finding, type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

const soon_days = 14
const patienceMs = 5_000

export const addressCheck: HealthCheck = {
  name: 'address',
  title: localized('Public address', 'Adres publiczny'),
  async look(around) {
    const text = around.variable('PUBLIC_URL')
    const url = URL.parse(text)
    if (url === null || !/^https?:\/\/[^/]+$/.test(text))
      return problem(
        localized(
          `PUBLIC_URL is not an address without a path: ${text}.`,
          `PUBLIC_URL nie jest adresem bez ścieżki: ${text}.`,
        ),
        localized('It looks like https://watch.example.com.', 'Wygląda tak: https://watch.example.com.'),
      )
    if (url.protocol === 'http:') {
      if (isLocal(url.hostname)) return ok(`${text}: this machine alone.`, `${text}: tylko ta maszyna.`)
      return warning(
        localized(
          `${text} is not encrypted: passwords can be read on the way.`,
          `${text} nie jest szyfrowany: hasła można podsłuchać.`,
        ),
        localized(
          'Put a proxy with TLS before the api, and let PUBLIC_URL begin with https://.',
          'Postaw przed api proxy z TLS i niech PUBLIC_URL zaczyna się od https://.',
        ),
      )
    }
    const found: Finding[] = []
    if (around.variable('TRUSTED_PROXIES') === '')
      found.push(
        warning(
          localized(
            'TRUSTED_PROXIES is empty, so everybody behind the proxy is counted as one address.',
            'TRUSTED_PROXIES jest puste, więc wszyscy za proxy liczą się jako jeden adres.',
          ),
          localized('Name the address of the proxy in it.', 'Podaj w nim adres proxy.'),
        ),
      )
    found.push(await checkCertificate(url, around.now()))
    return found.some(({ level }) => level !== 'ok') ? found.filter(({ level }) => level !== 'ok') : found
  },
}

async function checkCertificate(url: URL, now: number): Promise<Finding> {
  try {
    const end = await endOfCertificate(url)
    const days = Math.floor((end - now) / dayMs)
    if (days >= soon_days)
      return ok(`The certificate is good for ${days} days.`, `Certyfikat ważny jeszcze (dni): ${days}.`)
    return warning(
      localized(`The certificate is good for ${days} days only.`, `Certyfikat ważny jeszcze tylko (dni): ${days}.`),
      localized('Renew it.', 'Odnów go.'),
    )
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return problem(
      localized(
        `${url.origin} is not reached securely: ${why}.`,
        `Brak bezpiecznego połączenia z ${url.origin}: ${why}.`,
      ),
      localized('Look at the proxy and its certificate.', 'Sprawdź proxy i jego certyfikat.'),
    )
  }
}

const endOfCertificate = (url: URL): Promise<number> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connect({ host, port: Number(url.port) || 443, ...(isIP(host) === 0 && { servername: host }) })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
  })

const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.')
