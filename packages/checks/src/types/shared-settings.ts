import type { Localized } from '@wachta/domain'
import { openHeaderLine } from './patterns.ts'
import { choice, flagField, integerField, listField, regex, type Setting, secret, textField } from './setting.ts'

/** What every type that sensors check has. */
export const sensorSettings = {
  error_tolerance: integerField(
    {
      pl: 'Najmniejszy odsetek sensorów zgłaszających błąd, który oznacza awarię (%)',
      en: 'Least share of sensors reporting an error that means a failure (%)',
    },
    { max: 100, default: 51 },
  ),
  sensors_failover: flagField(
    { pl: 'Zastępowanie niedostępnych sensorów', en: 'Stand-ins for sensors that are unavailable' },
    true,
  ),
}

export const maxTimeoutMs = 60_000

export const timeoutSetting = (byDefault = 7000): Setting =>
  integerField({ pl: 'Limit czasu (ms)', en: 'Time limit (ms)' }, { min: 100, max: maxTimeoutMs, default: byDefault })

export const port = (byDefault: number): Setting =>
  integerField({ pl: 'Port', en: 'Port' }, { min: 1, max: 65_535, default: byDefault })

export const maximumResponseTime = integerField(
  { pl: 'Najdłuższy dopuszczalny czas odpowiedzi (ms)', en: 'Longest acceptable response time (ms)' },
  { min: 1, max: maxTimeoutMs },
)

export const dataSizeSettings = {
  minimum_data_size: dataSize({ pl: 'Najmniejszy rozmiar odpowiedzi (B)', en: 'Smallest response size (B)' }),
  maximum_data_size: dataSize({ pl: 'Największy rozmiar odpowiedzi (B)', en: 'Largest response size (B)' }),
}

export const contentSettings = {
  content_regex: regex({
    pl: 'Wyrażenie regularne, które musi pasować do treści',
    en: 'Regular expression that the content must match',
  }),
  negative_content_regex: regex({
    pl: 'Wyrażenie regularne, które nie może pasować do treści',
    en: 'Regular expression that the content must not match',
  }),
}

export const expectedRegex = regex({
  pl: 'Wyrażenie regularne, które musi pasować do odpowiedzi',
  en: 'Regular expression that the answer must match',
})

export const requestHeaders = listField(
  {
    pl: 'Nagłówki żądania w postaci „Nazwa: wartość”, bez danych logowania',
    en: 'Request headers as “Name: value”, without credentials',
  },
  { max: 20, maxLength: 1000, pattern: openHeaderLine },
)

export const loginSettings = {
  username: textField({ pl: 'Nazwa użytkownika', en: 'User name' }, { max: 255 }),
  password: secret({ pl: 'Hasło', en: 'Password' }),
}

export const verifyCertificate = flagField(
  { pl: 'Weryfikacja certyfikatu serwera', en: 'Verification of the server certificate' },
  true,
)

export const certificateExpiryDays = (byDefault?: number): Setting =>
  integerField(
    {
      pl: 'Błąd, gdy do końca ważności certyfikatu zostało mniej dni niż',
      en: 'Error when the certificate has fewer days left than',
    },
    { max: 365, ...(byDefault !== undefined && { default: byDefault }) },
  )

export const certificateSettings = {
  verify_certificate: verifyCertificate,
  certificate_expiry_days: certificateExpiryDays(),
}

const encryptions = ['none', 'starttls', 'tls'] as const

/** What protocols with a login have in common. The port follows the encryption unless it is given. */
export const accessSettings = (
  usualPorts: Readonly<Record<(typeof encryptions)[number], number>>,
  encryption: (typeof encryptions)[number],
) => ({
  port: integerField(
    {
      pl: `Port (zwykle ${usualPorts.none}, ze STARTTLS ${usualPorts.starttls}, z TLS ${usualPorts.tls})`,
      en: `Port (usually ${usualPorts.none}, with STARTTLS ${usualPorts.starttls}, with TLS ${usualPorts.tls})`,
    },
    { min: 1, max: 65_535 },
  ),
  timeout: timeoutSetting(),
  encryption: choice(
    { pl: 'Szyfrowanie: brak, STARTTLS lub TLS', en: 'Encryption: none, STARTTLS or TLS' },
    encryptions,
    encryption,
  ),
  ...loginSettings,
  ...certificateSettings,
})

function dataSize(name: Localized): Setting {
  return integerField(name, { max: 1_048_576 })
}
