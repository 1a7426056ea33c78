import { visibleAscii } from './patterns.ts'
import { flagField, inSection, integerField, textField } from './setting.ts'
import {
  contentSettings,
  loginSettings,
  maximumResponseTime,
  port,
  requestHeaders,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

/** The window that a page is opened in. */
export const windowSettings = {
  viewport_width: integerField(
    { pl: 'Szerokość okna (px)', en: 'Window width (px)' },
    { min: 320, max: 3840, default: 1366 },
  ),
  viewport_height: integerField(
    { pl: 'Wysokość okna (px)', en: 'Window height (px)' },
    { min: 240, max: 2160, default: 768 },
  ),
  user_agent: textField({ pl: 'Nagłówek User-Agent', en: 'User-Agent header' }, { max: 500, pattern: visibleAscii }),
}

/** What a whole page has, encrypted or not. */
export const pageSettings = (usualPort: number) => ({
  ...sensorSettings,
  port: port(usualPort),
  timeout: timeoutSetting(30_000),
  ...windowSettings,
  request_headers: requestHeaders,
  ...loginSettings,
  ...contentSettings,
  fail_on_script_errors: inSection(
    'expectations',
    flagField({ pl: 'Traktuj błąd skryptu jako błąd strony', en: 'Fail on script errors' }, false),
  ),
  fail_on_missing_resources: inSection(
    'expectations',
    flagField({ pl: 'Traktuj niewczytany zasób jako błąd strony', en: 'Fail on resources that do not load' }, false),
  ),
  maximum_data_size: inSection(
    'limits',
    integerField(
      { pl: 'Maksymalny łączny rozmiar strony (B)', en: 'Maximum total page size (B)' },
      { max: 104_857_600 },
    ),
  ),
  maximum_response_time: maximumResponseTime,
})
