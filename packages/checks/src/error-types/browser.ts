import type { ErrorTypeGroup } from './error-type.ts'

export const browserErrors: ErrorTypeGroup = {
  id: 'browser',
  firstId: 1600,
  name: { pl: 'Przeglądarka', en: 'Browser' },
  description: {
    pl: 'Strona otwierana w prawdziwej przeglądarce nie zachowała się zgodnie ze scenariuszem.',
    en: 'A page opened in a real browser did not behave as the scenario expects.',
  },
  types: [
    {
      id: 1601,
      kind: 'browser_crashed',
      categories: ['browser'],
      name: { pl: 'Karta przeglądarki przestała działać', en: 'Browser tab crashed' },
      description: {
        pl: 'Strona doprowadziła do awarii karty przeglądarki.',
        en: 'The page made the browser tab crash.',
      },
      diagnosis: {
        pl: 'Strona zużywa zbyt wiele pamięci, nieskończona pętla w skrypcie albo bardzo duże obrazy.',
        en: 'The page uses too much memory, a script runs in an endless loop, or images are very large.',
      },
      nextSteps: {
        pl: 'Otwórz stronę z narzędziami deweloperskimi i obserwuj pamięć. Porównaj z ostatnim wdrożeniem.',
        en: 'Open the page with developer tools and watch its memory. Compare with the last deployment.',
      },
    },
    {
      id: 1602,
      kind: 'browser_navigation_failed',
      categories: ['browser'],
      name: { pl: 'Przeglądarka nie otworzyła strony', en: 'Browser could not open the page' },
      description: {
        pl: 'Przeglądarka przerwała otwieranie strony i pokazała własną stronę błędu.',
        en: 'The browser gave up opening the page and showed its own error page.',
      },
      diagnosis: {
        pl: 'Strona blokuje przeglądarkę, rozpoczęła pobieranie pliku albo błędne są nagłówki bezpieczeństwa.',
        en: 'The page blocks the browser, started a download, or its security headers are wrong.',
      },
      nextSteps: {
        pl:
          'Kod `net::ERR_…` w komunikacie wskazuje przyczynę. Porównaj z `curl -v ADRES` i zrzutem ekranu w ' +
          'dowodach.',
        en:
          'The `net::ERR_…` code in the message names the cause. Compare with `curl -v URL` and the screenshot in ' +
          'the evidence.',
      },
    },
    {
      id: 1603,
      kind: 'browser_element_missing',
      categories: ['browser'],
      name: { pl: 'Brak elementu na stronie', en: 'Element missing on the page' },
      description: {
        pl: 'Na stronie nie pojawił się element wskazany w kroku.',
        en: 'The element named in the step did not appear on the page.',
      },
      diagnosis: {
        pl: 'Zmieniony wygląd strony, błąd skryptu, okno zgody na ciasteczka albo niezaładowane dane.',
        en: 'A new page layout, a script error, a cookie banner, or data that did not load.',
      },
      nextSteps: {
        pl:
          'Obejrzyj zrzut ekranu i dziennik konsoli w dowodach. Sprawdź selektor w narzędziach deweloperskich: ' +
          "`$$('SELEKTOR')`.",
        en:
          'See the screenshot and console log in the evidence. Try the selector in developer tools: ' +
          "`$$('SELECTOR')`.",
      },
    },
    {
      id: 1604,
      kind: 'browser_element_blocked',
      categories: ['browser'],
      name: { pl: 'Element niedostępny dla użytkownika', en: 'Element cannot be used' },
      description: {
        pl: 'Element jest na stronie, ale nie da się go kliknąć ani wypełnić.',
        en: 'The element is on the page but cannot be clicked or filled in.',
      },
      diagnosis: {
        pl: 'Zasłania go okno lub baner, jest wyłączony albo poza ekranem.',
        en: 'A dialog or banner covers it, it is disabled, or it is off the screen.',
      },
      nextSteps: {
        pl: 'Sprawdź na zrzucie ekranu, co go zasłania. Dodaj krok, który zamyka okno, lub popraw stronę.',
        en: 'See in the screenshot what covers it. Add a step that closes the dialog, or fix the page.',
      },
    },
    {
      id: 1605,
      kind: 'browser_script_error',
      categories: ['browser'],
      name: { pl: 'Błąd skryptu na stronie', en: 'Script error on the page' },
      description: {
        pl: 'Skrypt strony zgłosił nieobsłużony błąd.',
        en: 'A script of the page raised an error that was not handled.',
      },
      diagnosis: {
        pl: 'Wadliwe wdrożenie, brak pliku skryptu, zablokowany zewnętrzny dostawca albo polityka CSP.',
        en: 'A faulty deployment, a missing script file, a blocked third party, or a CSP rule.',
      },
      nextSteps: {
        pl: 'Odczytaj błąd i plik w dzienniku konsoli w dowodach. Wycofaj ostatnie wdrożenie, jeśli błąd jest nowy.',
        en:
          'Read the error and file in the console log in the evidence. Roll the last deployment back if the ' +
          'error is new.',
      },
    },
    {
      id: 1606,
      kind: 'browser_resource_failed',
      categories: ['browser'],
      name: { pl: 'Nie załadował się składnik strony', en: 'Part of the page failed to load' },
      description: {
        pl: 'Strona się otworzyła, ale nie pobrał się wymagany obraz, styl, skrypt lub inny zasób.',
        en: 'The page opened, but a required image, style, script or other resource did not load.',
      },
      diagnosis: {
        pl: 'Brak pliku po wdrożeniu, niedostępny CDN lub zewnętrzny dostawca albo blokada CORS.',
        en: 'A file missing after a deployment, a CDN or third party that is down, or a request blocked by CORS.',
      },
      nextSteps: {
        pl: 'Znajdź w pliku HAR zasób ze statusem błędu i sprawdź go przez `curl -v ADRES`.',
        en: 'Find the resource with an error status in the HAR file and check it with `curl -v URL`.',
      },
    },
    {
      id: 1607,
      kind: 'browser_load_incomplete',
      categories: ['browser', 'timeout'],
      name: { pl: 'Strona nie skończyła się ładować', en: 'Page did not finish loading' },
      description: {
        pl: 'Przeglądarka nie zgłosiła końca ładowania strony w dozwolonym czasie.',
        en: 'The browser did not report the page as loaded within the time allowed.',
      },
      diagnosis: {
        pl: 'Zasób, który nigdy się nie kończy, wolny skrypt zewnętrzny albo przeciążony serwer.',
        en: 'A resource that never ends, a slow third-party script, or an overloaded server.',
      },
      nextSteps: {
        pl: 'Zobacz w pliku HAR, który zasób czeka najdłużej. Ładuj go asynchronicznie lub usuń.',
        en: 'See in the HAR file which resource waits longest. Load it asynchronously or drop it.',
      },
    },
    {
      id: 1608,
      kind: 'browser_budget_exceeded',
      categories: ['browser'],
      name: { pl: 'Przekroczony budżet wydajności', en: 'Performance budget exceeded' },
      description: {
        pl: 'Strona działa, ale jest wolniejsza lub większa, niż pozwalają ustawienia.',
        en: 'The page works, but it is slower or larger than its settings allow.',
      },
      diagnosis: {
        pl: 'Nowe obrazy, skrypty lub reklamy, brak kompresji, wolniejszy serwer albo układ, który się przesuwa.',
        en: 'New images, scripts or advertisements, missing compression, a slower server, or a layout that shifts.',
      },
      nextSteps: {
        pl: 'Porównaj plik HAR z ostatnim udanym sprawdzeniem: co doszło i co trwa dłużej.',
        en: 'Compare the HAR file with the last successful check: what is new, and what takes longer.',
      },
    },
    {
      id: 1609,
      kind: 'browser_url_mismatch',
      categories: ['browser'],
      name: { pl: 'Otwarta jest inna strona', en: 'Another page is open' },
      description: {
        pl: 'Adres otwartej strony nie pasuje do oczekiwanego.',
        en: 'The address of the open page is not the expected one.',
      },
      diagnosis: {
        pl: 'Nieudane logowanie, zmienione przekierowanie albo strona błędu aplikacji.',
        en: 'A failed login, a changed redirect, or an error page of the application.',
      },
      nextSteps: {
        pl: 'Obejrzyj zrzut ekranu w dowodach i porównaj adres w komunikacie z oczekiwanym.',
        en: 'See the screenshot in the evidence, and compare the address in the message with the expected one.',
      },
    },
    {
      id: 1610,
      kind: 'browser_download_failed',
      categories: ['browser'],
      name: { pl: 'Plik się nie pobrał', en: 'File was not downloaded' },
      description: {
        pl: 'Oczekiwany plik nie zaczął się pobierać, nie pobrał się do końca albo ma inną nazwę.',
        en: 'The expected file did not start to download, did not arrive completely, or has another name.',
      },
      diagnosis: {
        pl: 'Plik usunięty lub pusty, wygasła sesja albo zmieniona nazwa pliku.',
        en: 'The file was deleted or is empty, the session has expired, or the file has a new name.',
      },
      nextSteps: {
        pl: 'Pobierz plik ręcznie tym samym kontem i porównaj jego nazwę z wyrażeniem w kroku.',
        en: 'Download the file by hand with the same account, and compare its name with the expression of the step.',
      },
    },
  ],
}
