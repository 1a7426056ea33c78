import { headerName, jsonPath, mediaType, statusCodesPattern, visibleAscii } from './patterns.ts'
import { choice, flagField, integerField, longText, regex, secret, textField } from './setting.ts'
import {
  contentSettings,
  dataSizeSettings,
  loginSettings,
  maximumResponseTime,
  port,
  requestHeaders,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What a request has, encrypted or not. */
export const httpSettings = (usualPort: number) => ({
  ...sensorSettings,
  port: port(usualPort),
  timeout: timeoutSetting(),
  http_method: choice({ pl: 'Metoda HTTP', en: 'HTTP method' }, httpMethods, 'GET'),
  content_type: textField(
    { pl: 'Typ wysyłanej treści', en: 'Type of the content to send' },
    { max: 255, pattern: visibleAscii },
  ),
  content: longText({ pl: 'Wysyłana treść', en: 'Content to send' }, 65_536),
  request_headers: requestHeaders,
  ...loginSettings,
  bearer_token: secret({ pl: 'Token wysyłany jako Bearer', en: 'Token to send as Bearer' }, 4096),
  api_key_header: textField(
    { pl: 'Nazwa nagłówka z kluczem', en: 'Name of the header with the key' },
    { max: 64, pattern: headerName },
  ),
  api_key: secret({ pl: 'Klucz wysyłany w tym nagłówku', en: 'Key to send in that header' }),
  follow_redirects: flagField({ pl: 'Podążanie za przekierowaniami', en: 'Follow redirects' }, true),
  maximum_redirects: integerField(
    { pl: 'Największa liczba przekierowań', en: 'Greatest number of redirects' },
    { min: 1, max: 5, default: 5 },
  ),
  expected_status_codes: textField(
    { pl: 'Oczekiwane kody odpowiedzi, np. 200-299, 304', en: 'Expected status codes, e.g. 200-299, 304' },
    { max: 200, pattern: statusCodesPattern, default: '200-399' },
  ),
  expected_content_type: textField(
    {
      pl: 'Oczekiwany typ treści odpowiedzi, np. application/json',
      en: 'Expected content type of the response, e.g. application/json',
    },
    { max: 255, pattern: mediaType },
  ),
  response_header_regex: regex({
    pl: 'Wyrażenie regularne, które musi pasować do jednego z nagłówków odpowiedzi („Nazwa: wartość”)',
    en: 'Regular expression that one of the response headers (“Name: value”) must match',
  }),
  ...contentSettings,
  json_path: textField(
    { pl: 'Ścieżka w odpowiedzi JSON, np. $.status', en: 'Path in the JSON response, e.g. $.status' },
    { max: 1500, pattern: jsonPath },
  ),
  json_path_value: textField(
    { pl: 'Oczekiwana wartość pod tą ścieżką', en: 'Value expected at that path' },
    { min: 0, max: 1000 },
  ),
  ...dataSizeSettings,
  maximum_response_time: maximumResponseTime,
})
