import type { Localized } from '@wachta/domain'
import { openHeaderLinePattern, statusCodesPattern } from './patterns.ts'
import {
  choiceField,
  flagField,
  inSection,
  integerField,
  listField,
  regexField,
  type Setting,
  secretField,
  textField,
  withPresets,
} from './setting.ts'

/** Settings of every type that sensors check. */
export const sensorSettings = {
  error_tolerance: inSection(
    'monitoring',
    withPresets(integerField({ pl: 'Tolerancja błędów (%)', en: 'Error tolerance (%)' }, { max: 100, default: 51 }), [
      [1, { pl: 'jeden sensor', en: 'any sensor' }],
      [51, { pl: 'większość sensorów', en: 'most sensors' }],
      [100, { pl: 'wszystkie sensory', en: 'all sensors' }],
    ]),
  ),
  sensors_failover: inSection(
    'monitoring',
    flagField({ pl: 'Zastępuj niedostępne sensory', en: 'Replace unavailable sensors' }, true),
  ),
}

export const maxTimeoutMs = 60_000

export const timeoutSetting = (defaultMs = 7000): Setting =>
  inSection(
    'limits',
    integerField({ pl: 'Limit czasu (ms)', en: 'Timeout (ms)' }, { min: 100, max: maxTimeoutMs, default: defaultMs }),
  )

export const portSetting = (defaultPort: number): Setting =>
  integerField({ pl: 'Port', en: 'Port' }, { min: 1, max: 65_535, default: defaultPort })

export const maximumResponseTime = inSection(
  'limits',
  integerField(
    { pl: 'Maksymalny czas odpowiedzi (ms)', en: 'Maximum response time (ms)' },
    { min: 1, max: maxTimeoutMs },
  ),
)

export const expectedStatusCodes = (defaultCodes: string): Setting =>
  inSection(
    'expectations',
    withPresets(
      textField(
        { pl: 'Oczekiwane kody odpowiedzi, np. 200-299, 304', en: 'Expected status codes, e.g. 200-299, 304' },
        { max: 200, pattern: statusCodesPattern, default: defaultCodes },
      ),
      ['200', '200-299', '200-399', '401'],
    ),
  )

export const dataSizeSettings = {
  minimum_data_size: dataSize({ pl: 'Minimalny rozmiar odpowiedzi (B)', en: 'Minimum response size (B)' }),
  maximum_data_size: dataSize({ pl: 'Maksymalny rozmiar odpowiedzi (B)', en: 'Maximum response size (B)' }),
}

export const contentSettings = {
  content_regex: regexField({
    pl: 'Wyrażenie regularne, które musi pasować do treści',
    en: 'Regular expression that the content must match',
  }),
  negative_content_regex: regexField({
    pl: 'Wyrażenie regularne, które nie może pasować do treści',
    en: 'Regular expression that the content must not match',
  }),
}

export const expectedRegex = regexField({
  pl: 'Wyrażenie regularne, które musi pasować do odpowiedzi',
  en: 'Regular expression that the response must match',
})

export const headersSetting = (name: Localized, pattern: string): Setting => ({
  ...withPresets(listField(name, { max: 20, maxLength: 1000, pattern }), [
    'Accept: application/json',
    'Accept-Language: en',
    'Cache-Control: no-cache',
  ]),
  editor: 'key_values',
})

export const requestHeaders = headersSetting(
  { pl: 'Nagłówki żądania (bez danych logowania)', en: 'Request headers (without credentials)' },
  openHeaderLinePattern,
)

export const loginSettings = {
  username: inSection('authentication', textField({ pl: 'Nazwa użytkownika', en: 'Username' }, { max: 255 })),
  password: secretField({ pl: 'Hasło', en: 'Password' }),
}

export const verifyCertificate = inSection(
  'certificate',
  flagField({ pl: 'Weryfikuj certyfikat serwera', en: 'Verify server certificate' }, true),
)

export const certificateExpiryDays = (defaultDays?: number): Setting =>
  inSection(
    'certificate',
    withPresets(
      integerField(
        {
          pl: 'Błąd, gdy do końca ważności certyfikatu zostało mniej dni niż',
          en: 'Error when the certificate has fewer days left than',
        },
        { max: 365, ...(defaultDays !== undefined && { default: defaultDays }) },
      ),
      [7, 14, 30],
    ),
  )

export const certificateSettings = {
  verify_certificate: verifyCertificate,
  certificate_expiry_days: certificateExpiryDays(),
}

const encryptions = ['none', 'starttls', 'tls'] as const

/** Settings of protocols with a login. The default port depends on the encryption. */
export const accessSettings = (
  defaultPorts: Readonly<Record<(typeof encryptions)[number], number>>,
  encryption: (typeof encryptions)[number],
) => ({
  port: integerField(
    {
      pl: `Port (zwykle ${defaultPorts.none}, ze STARTTLS ${defaultPorts.starttls}, z TLS ${defaultPorts.tls})`,
      en: `Port (usually ${defaultPorts.none}, with STARTTLS ${defaultPorts.starttls}, with TLS ${defaultPorts.tls})`,
    },
    { min: 1, max: 65_535 },
  ),
  timeout: timeoutSetting(),
  encryption: choiceField({ pl: 'Szyfrowanie', en: 'Encryption' }, encryptions, encryption),
  ...loginSettings,
  ...certificateSettings,
})

function dataSize(name: Localized): Setting {
  return inSection('limits', integerField(name, { max: 1_048_576 }))
}
