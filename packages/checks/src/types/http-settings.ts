import { headerNamePattern, jsonPathPattern, mediaTypePattern, visibleAsciiPattern } from './patterns.ts'
import {
  choiceField,
  flagField,
  inSection,
  integerField,
  longTextField,
  regexField,
  secretField,
  textField,
  withPresets,
} from './setting.ts'
import {
  contentSettings,
  dataSizeSettings,
  expectedStatusCodes,
  loginSettings,
  maximumResponseTime,
  portSetting,
  requestHeaders,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

export const httpMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Settings that `http` and `https` share. */
export const httpSettings = (defaultPort: number) => ({
  ...sensorSettings,
  port: portSetting(defaultPort),
  timeout: timeoutSetting(),
  http_method: choiceField({ pl: 'Metoda HTTP', en: 'HTTP method' }, httpMethods, 'GET'),
  content_type: withPresets(
    textField({ pl: 'Content-Type żądania', en: 'Request Content-Type' }, { max: 255, pattern: visibleAsciiPattern }),
    ['application/json', 'application/x-www-form-urlencoded', 'text/xml'],
  ),
  content: longTextField({ pl: 'Treść żądania', en: 'Request body' }, 65_536),
  request_headers: requestHeaders,
  ...loginSettings,
  bearer_token: secretField({ pl: 'Token Bearer', en: 'Bearer token' }, 4096),
  api_key_header: inSection(
    'authentication',
    withPresets(
      textField({ pl: 'Nagłówek klucza API', en: 'API key header' }, { max: 64, pattern: headerNamePattern }),
      ['X-API-Key'],
    ),
  ),
  api_key: secretField({ pl: 'Klucz API', en: 'API key' }),
  follow_redirects: flagField({ pl: 'Obsługuj przekierowania', en: 'Follow redirects' }, true),
  maximum_redirects: integerField(
    { pl: 'Maksymalna liczba przekierowań', en: 'Maximum redirects' },
    { min: 1, max: 5, default: 5 },
  ),
  expected_status_codes: expectedStatusCodes('200-399'),
  expected_content_type: inSection(
    'expectations',
    withPresets(
      textField(
        {
          pl: 'Oczekiwany Content-Type odpowiedzi, np. application/json',
          en: 'Expected response Content-Type, e.g. application/json',
        },
        { max: 255, pattern: mediaTypePattern },
      ),
      ['text/html', 'application/json'],
    ),
  ),
  response_header_regex: regexField({
    pl: 'Wyrażenie regularne pasujące do nagłówka („Nazwa: wartość”)',
    en: 'Regular expression that a header (“Name: value”) must match',
  }),
  ...contentSettings,
  json_path: inSection(
    'expectations',
    textField(
      { pl: 'Ścieżka w odpowiedzi JSON, np. $.status', en: 'Path in the JSON response, e.g. $.status' },
      { max: 1500, pattern: jsonPathPattern },
    ),
  ),
  json_path_value: inSection(
    'expectations',
    textField({ pl: 'Oczekiwana wartość pod tą ścieżką', en: 'Expected value at that path' }, { min: 0, max: 1000 }),
  ),
  ...dataSizeSettings,
  maximum_response_time: maximumResponseTime,
})
