import { selectorPattern } from './browser-selector.ts'
import { languageTagPattern, pageHeaderLinePattern, visibleAsciiPattern, wildcardHostPattern } from './patterns.ts'
import {
  choiceField,
  flagField,
  inSection,
  integerField,
  listField,
  type Setting,
  secretField,
  textField,
  withPresets,
} from './setting.ts'
import {
  contentSettings,
  expectedStatusCodes,
  headersSetting,
  loginSettings,
  maximumResponseTime,
  maxTimeoutMs,
  portSetting,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

type Presets = Parameters<typeof withPresets>[1]

export const devices = ['desktop', 'tablet', 'phone'] as const

const inBrowserSection = (setting: Setting) => inSection('browser', setting)

/** The browser that a page is opened in. */
export const browserSettings = {
  device: inBrowserSection(choiceField({ pl: 'Urządzenie', en: 'Device' }, devices, 'desktop')),
  language: inBrowserSection(
    withPresets(
      textField(
        { pl: 'Język przeglądarki, np. pl-PL', en: 'Browser language, e.g. en-GB' },
        { max: 12, pattern: languageTagPattern },
      ),
      ['en-US', 'pl-PL'],
    ),
  ),
  viewport_width: inBrowserSection(
    integerField(
      { pl: 'Szerokość okna (px), zamiast szerokości urządzenia', en: 'Window width (px), instead of the device’s' },
      { min: 320, max: 3840 },
    ),
  ),
  viewport_height: inBrowserSection(
    integerField(
      { pl: 'Wysokość okna (px), zamiast wysokości urządzenia', en: 'Window height (px), instead of the device’s' },
      { min: 240, max: 2160 },
    ),
  ),
  user_agent: inBrowserSection(
    textField({ pl: 'Nagłówek User-Agent', en: 'User-Agent header' }, { max: 500, pattern: visibleAsciiPattern }),
  ),
  cookies: secretField(
    { pl: 'Ciasteczka strony, np. sesja=1; zgoda=tak', en: 'Cookies of the site, e.g. session=1; consent=yes' },
    4096,
  ),
  blocked_hosts: inBrowserSection(
    listField(
      { pl: 'Zablokowane hosty, np. *.example.com', en: 'Blocked hosts, e.g. *.example.com' },
      { max: 50, maxLength: 255, pattern: wildcardHostPattern },
    ),
  ),
}

/** Settings that `fullpage` and `fullpagehttps` share. */
export const pageSettings = (defaultPort: number) => ({
  ...sensorSettings,
  port: portSetting(defaultPort),
  timeout: timeoutSetting(30_000),
  ...browserSettings,
  request_headers: pageHeaders,
  ...loginSettings,
  ...readySettings,
  ...expectationSettings,
  ...budgetSettings,
})

const pageHeaders = headersSetting(
  {
    pl: 'Nagłówki żądania (bez danych logowania i bez tych, które ustawia sama przeglądarka)',
    en: 'Request headers (no credentials, none that only the browser sets)',
  },
  pageHeaderLinePattern,
)

/** When a page counts as loaded. */
const readySettings = {
  wait_until: inSection(
    'expectations',
    choiceField({ pl: 'Strona jest gotowa po', en: 'The page is ready after' }, ['load', 'quiet'], 'quiet'),
  ),
  wait_for_selector: inSection(
    'expectations',
    textField(
      { pl: 'Element, który musi się pojawić, np. #cart', en: 'Element that must appear, e.g. #cart' },
      { max: 500, pattern: selectorPattern },
    ),
  ),
  wait_for_text: inSection(
    'expectations',
    textField({ pl: 'Tekst, który musi się pojawić', en: 'Text that must appear' }, { max: 1000 }),
  ),
}

const expectationSettings = {
  expected_status_codes: expectedStatusCodes('200-299'),
  ...contentSettings,
  fail_on_script_errors: inSection(
    'expectations',
    flagField({ pl: 'Traktuj błąd skryptu jako błąd strony', en: 'Fail on script errors' }, false),
  ),
  fail_on_missing_resources: inSection(
    'expectations',
    flagField({ pl: 'Traktuj niewczytany zasób jako błąd strony', en: 'Fail on resources that do not load' }, false),
  ),
}

const inBudget = (setting: Setting, presets: Presets = []) => withPresets(inSection('budget', setting), presets)
const timeBudget = (pl: string, en: string, presets: readonly number[]) =>
  inBudget(
    integerField({ pl, en }, { min: 1, max: maxTimeoutMs }),
    presets.map((value) => [
      value,
      { pl: `${formatDecimal(value / 1000, ',')} s`, en: `${formatDecimal(value / 1000, '.')} s` },
    ]),
  )
const countBudget = (pl: string, en: string, presets: readonly number[]) =>
  inBudget(integerField({ pl, en }, { max: 10_000 }), presets)

const megabyte = 1_048_576

/** The performance budget of a page; a check that exceeds it fails. Forms offer the thresholds of the Web Vitals. */
const budgetSettings = {
  maximum_response_time: maximumResponseTime,
  maximum_first_byte_time: timeBudget(
    'Maksymalny czas do pierwszego bajtu, TTFB (ms)',
    'Maximum time to first byte, TTFB (ms)',
    [800, 1800],
  ),
  maximum_content_loaded_time: timeBudget(
    'Maksymalny czas do wczytania dokumentu (ms)',
    'Maximum time to DOM content loaded (ms)',
    [2000, 4000],
  ),
  maximum_first_contentful_paint: timeBudget(
    'Maksymalny czas do pierwszej treści, FCP (ms)',
    'Maximum first contentful paint, FCP (ms)',
    [1800, 3000],
  ),
  maximum_largest_contentful_paint: timeBudget(
    'Maksymalny czas do największej treści, LCP (ms)',
    'Maximum largest contentful paint, LCP (ms)',
    [2500, 4000],
  ),
  maximum_layout_shift: inBudget(
    integerField(
      {
        pl: 'Maksymalne przesunięcie układu, CLS, w tysięcznych (100 to 0,1)',
        en: 'Maximum layout shift, CLS, in thousandths (100 is 0.1)',
      },
      { max: 10_000 },
    ),
    [100, 250].map((value) => [
      value,
      { pl: `${value} (${formatDecimal(value / 1000, ',')})`, en: `${value} (${formatDecimal(value / 1000, '.')})` },
    ]),
  ),
  maximum_data_size: inBudget(
    integerField(
      { pl: 'Maksymalny łączny rozmiar strony (B)', en: 'Maximum total page size (B)' },
      { max: 100 * megabyte },
    ),
    [1, 3, 5].map((value) => [value * megabyte, { pl: `${value} MB`, en: `${value} MB` }]),
  ),
  maximum_request_count: countBudget('Maksymalna liczba żądań', 'Maximum number of requests', [50, 100, 200]),
  maximum_console_errors: countBudget('Maksymalna liczba błędów w konsoli', 'Maximum number of console errors', [0]),
}

function formatDecimal(value: number, separator: string): string {
  return String(value).replace('.', separator)
}
