import { visibleAscii } from './patterns.ts'
import { flag, integer, text } from './setting.ts'
import {
  contentSettings,
  loginSettings,
  maximumResponseTime,
  port,
  requestHeaders,
  sensorSettings,
  timeout,
} from './shared-settings.ts'

/** The window that a page is opened in. */
export const windowSettings = {
  viewport_width: integer(
    { pl: 'Szerokość okna (px)', en: 'Window width (px)' },
    { min: 320, max: 3840, default: 1366 },
  ),
  viewport_height: integer(
    { pl: 'Wysokość okna (px)', en: 'Window height (px)' },
    { min: 240, max: 2160, default: 768 },
  ),
  user_agent: text(
    { pl: 'Przeglądarka, za którą się podawać (User-Agent)', en: 'Browser to pass for (User-Agent)' },
    { max: 500, pattern: visibleAscii },
  ),
}

/** What a whole page has, encrypted or not. */
export const pageSettings = (usualPort: number) => ({
  ...sensorSettings,
  port: port(usualPort),
  timeout: timeout(30_000),
  ...windowSettings,
  request_headers: requestHeaders,
  ...loginSettings,
  ...contentSettings,
  fail_on_script_errors: flag({ pl: 'Błąd skryptu jest błędem strony', en: 'A script error fails the page' }, false),
  fail_on_missing_resources: flag(
    { pl: 'Niewczytany element jest błędem strony', en: 'A part that does not load fails the page' },
    false,
  ),
  maximum_data_size: integer(
    { pl: 'Największy łączny rozmiar strony (B)', en: 'Largest total size of the page (B)' },
    { max: 104_857_600 },
  ),
  maximum_response_time: maximumResponseTime,
})
