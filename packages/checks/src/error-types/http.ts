import type { ErrorTypeGroup } from './error-type.ts'

export const httpErrors: ErrorTypeGroup = {
  id: 'http',
  firstId: 600,
  name: { pl: 'Odpowiedź HTTP', en: 'HTTP response' },
  description: {
    pl: 'Wymiana HTTP się odbyła, ale odpowiedź jest niepoprawna, niepełna albo prowadzi nie tam, gdzie trzeba.',
    en: 'The HTTP exchange took place, but the response is invalid, incomplete or leads to the wrong place.',
  },
  types: [
    {
      id: 601,
      kind: 'http_too_many_redirects',
      categories: ['http'],
      name: { pl: 'Zbyt wiele przekierowań', en: 'Too many redirects' },
      description: {
        pl: 'Kolejne przekierowania przekroczyły dozwoloną liczbę.',
        en: 'The redirects exceeded the number allowed.',
      },
      diagnosis: {
        pl: 'Pętla między HTTP a HTTPS lub adresem z „www” i bez, najczęściej za CDN, albo wymagane ciasteczko.',
        en:
          'A loop between HTTP and HTTPS or between "www" and the bare name, often behind a CDN, or a cookie is ' +
          'required.',
      },
      nextSteps: {
        pl:
          'Prześledź drogę: `curl -sIL --max-redirs 20 ADRES`. Usuń pętlę w serwerze lub CDN albo podaj adres ' +
          'końcowy.',
        en:
          'Follow the redirects: `curl -sIL --max-redirs 20 URL`. Remove the loop in the server or CDN, or give the final ' +
          'address.',
      },
    },
    {
      id: 602,
      kind: 'http_redirect_forbidden',
      categories: ['http', 'configuration'],
      name: { pl: 'Niedozwolony cel przekierowania', en: 'Redirect to a forbidden target' },
      description: {
        pl: 'Serwer przekierował pod adres, z którym sensor nie może się łączyć.',
        en: 'The server redirected to an address the sensor may not connect to.',
      },
      diagnosis: {
        pl: 'Przekierowanie na adres wewnętrzny, prywatny lub lokalny albo na protokół inny niż HTTP i HTTPS.',
        en: 'A redirect to an internal, private or local address, or to a protocol other than HTTP and HTTPS.',
      },
      nextSteps: {
        pl: 'Sprawdź nagłówek Location: `curl -sI ADRES`. Usługi wewnętrzne monitoruj z prywatnego sensora.',
        en: 'Look at the Location header: `curl -sI URL`. Monitor internal services with a private sensor.',
      },
    },
    {
      id: 603,
      kind: 'http_redirect_invalid',
      categories: ['http'],
      name: { pl: 'Niepoprawne przekierowanie', en: 'Invalid redirect' },
      description: {
        pl: 'Status oznacza przekierowanie, ale nagłówka Location nie ma lub nie jest on adresem.',
        en: 'The status means a redirect, but the Location header is missing or is not an address.',
      },
      diagnosis: {
        pl: 'Błąd w aplikacji lub regule przepisywania adresów, często pusta zmienna w szablonie adresu.',
        en: 'A fault in the application or a rewrite rule, often an empty variable in the address.',
      },
      nextSteps: {
        pl: 'Wykonaj `curl -sI ADRES` i popraw regułę, która buduje nagłówek Location.',
        en: 'Run `curl -sI URL` and fix the rule that builds the Location header.',
      },
    },
    {
      id: 604,
      kind: 'http_response_invalid',
      categories: ['http'],
      name: { pl: 'Odpowiedź niezgodna z HTTP', en: 'Response is not valid HTTP' },
      description: {
        pl: 'Serwer przysłał dane, których nie da się odczytać jako odpowiedzi HTTP.',
        en: 'The server sent data that cannot be read as an HTTP response.',
      },
      diagnosis: {
        pl: 'Na porcie działa inny protokół, żądanie HTTP trafia na port HTTPS albo aplikacja psuje nagłówki.',
        en:
          'Another protocol on the port, plain HTTP sent to an HTTPS port, or an application that breaks its ' +
          'headers.',
      },
      nextSteps: {
        pl:
          "Zobacz surową odpowiedź: `printf 'GET / HTTP/1.1\\r\\nHost: HOST\\r\\n\\r\\n' | nc HOST PORT`. Popraw " +
          'port, typ usługi lub aplikację.',
        en:
          "See the raw answer: `printf 'GET / HTTP/1.1\\r\\nHost: HOST\\r\\n\\r\\n' | nc HOST PORT`. Fix the port, " +
          'the type or the application.',
      },
    },
    {
      id: 605,
      kind: 'http_headers_too_large',
      categories: ['http'],
      name: { pl: 'Zbyt duże nagłówki odpowiedzi', en: 'Response headers too large' },
      description: {
        pl: 'Nagłówki odpowiedzi przekroczyły dozwolony rozmiar.',
        en: 'The headers of the response exceed the size allowed.',
      },
      diagnosis: {
        pl:
          'Zwykle wiele dużych ciasteczek, rozrośnięta polityka CSP lub nagłówki diagnostyczne z trybu ' +
          'deweloperskiego.',
        en: 'Usually many large cookies, an overgrown CSP, or debugging headers of a development mode.',
      },
      nextSteps: {
        pl: 'Zmierz: `curl -sI ADRES | wc -c`. Usuń zbędne nagłówki; inni klienci też mogą je odrzucać.',
        en: 'Measure: `curl -sI URL | wc -c`. Remove needless headers; other clients may refuse them too.',
      },
    },
    {
      id: 606,
      kind: 'http_header_missing',
      categories: ['http'],
      name: { pl: 'Brak wymaganego nagłówka', en: 'Required header missing' },
      description: {
        pl: 'W odpowiedzi nie ma nagłówka wskazanego w ustawieniach usługi.',
        en: 'The response lacks a header named in the service settings.',
      },
      diagnosis: {
        pl: 'Zmiana konfiguracji serwera, inna wersja aplikacji albo odpowiedź z CDN zamiast z serwera źródłowego.',
        en:
          'A changed server configuration, another version of the application, or an answer from a CDN instead of ' +
          'the origin.',
      },
      nextSteps: {
        pl: 'Porównaj `curl -sI ADRES` z odpowiedzią serwera źródłowego. Przywróć nagłówek lub zmień ustawienia.',
        en: 'Compare `curl -sI URL` with the answer of the origin. Restore the header or change the settings.',
      },
    },
    {
      id: 607,
      kind: 'http_header_mismatch',
      categories: ['http'],
      name: { pl: 'Nieoczekiwana wartość nagłówka', en: 'Unexpected header value' },
      description: {
        pl: 'Nagłówek jest w odpowiedzi, ale jego wartość różni się od oczekiwanej.',
        en: 'The header is there, but its value is not the expected one.',
      },
      diagnosis: {
        pl: 'Wdrożono inną wersję, zmieniono reguły CDN albo odpowiada inny serwer z puli.',
        en: 'Another version was deployed, CDN rules changed, or another server of the pool answers.',
      },
      nextSteps: {
        pl: 'Wykonaj `curl -sI ADRES` kilka razy i porównaj wartości. Popraw serwer lub oczekiwaną wartość.',
        en: 'Run `curl -sI URL` several times and compare the values. Fix the server or the expected value.',
      },
    },
    {
      id: 608,
      kind: 'http_body_incomplete',
      categories: ['http'],
      name: { pl: 'Urwana treść odpowiedzi', en: 'Response body cut short' },
      description: {
        pl: 'Połączenie skończyło się przed końcem zapowiedzianej treści.',
        en: 'The connection ended before the announced body was complete.',
      },
      diagnosis: {
        pl: 'Proces padł w trakcie wysyłania, limit czasu w serwerze proxy, pełny dysk bufora albo zły Content-Length.',
        en: 'The process died while sending, a time limit in a proxy, a full buffer disk, or a wrong Content-Length.',
      },
      nextSteps: {
        pl:
          'Porównaj rozmiar z Content-Length: `curl -sv -o /dev/null ADRES`. Sprawdź dziennik serwera proxy i miejsce ' +
          'na dysku.',
        en: 'Compare the size with Content-Length: `curl -sv -o /dev/null URL`. Check the proxy log and disk space.',
      },
    },
    {
      id: 609,
      kind: 'http_body_too_large',
      categories: ['http'],
      name: { pl: 'Zbyt duża treść odpowiedzi', en: 'Response body too large' },
      description: {
        pl: 'Treść odpowiedzi przekroczyła największy rozmiar, jaki pobiera sensor.',
        en: 'The body of the response exceeds the most a sensor will fetch.',
      },
      diagnosis: {
        pl: 'Adres prowadzi do pliku do pobrania albo strona niespodziewanie urosła, na przykład o wydruk błędu.',
        en: 'The address leads to a download, or the page grew unexpectedly, for example by an error dump.',
      },
      nextSteps: {
        pl:
          "Sprawdź rozmiar: `curl -so /dev/null -w '%{size_download}\\n' ADRES`. Wskaż lżejszy adres, najlepiej " +
          'stronę stanu.',
        en:
          "Check the size: `curl -so /dev/null -w '%{size_download}\\n' URL`. Point the check at a lighter page, " +
          'best a health page.',
      },
    },
    {
      id: 610,
      kind: 'http_decompression_failed',
      categories: ['http'],
      name: { pl: 'Nie udało się rozpakować odpowiedzi', en: 'Response could not be decompressed' },
      description: {
        pl: 'Treść oznaczono jako skompresowaną (gzip, br, deflate lub zstd), ale nie da się jej rozpakować.',
        en: 'The body is marked as compressed (gzip, br, deflate or zstd) but cannot be unpacked.',
      },
      diagnosis: {
        pl:
          'Podwójna kompresja w aplikacji i serwerze proxy, zły nagłówek Content-Encoding albo uszkodzona pamięć ' +
          'podręczna.',
        en: 'Compression both in the application and the proxy, a wrong Content-Encoding, or a damaged cache.',
      },
      nextSteps: {
        pl:
          'Porównaj `curl --compressed -v ADRES` z `curl -v ADRES`. Wyłącz kompresję w jednym z miejsc i wyczyść ' +
          'pamięć podręczną.',
        en:
          'Compare `curl --compressed -v URL` with `curl -v URL`. Switch compression off in one place and clear the ' +
          'cache.',
      },
    },
  ],
}
