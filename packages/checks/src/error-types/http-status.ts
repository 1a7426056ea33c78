import type { ErrorTypeGroup } from './error-type.ts'

export const httpStatusErrors: ErrorTypeGroup = {
  id: 'http_status',
  firstId: 500,
  name: { pl: 'Status HTTP', en: 'HTTP status' },
  description: {
    pl: 'Serwer odpowiedział po HTTP, ale innym statusem niż oczekiwany.',
    en: 'The server answered over HTTP, but with a status other than expected.',
  },
  types: [
    {
      id: 501,
      kind: 'http_status',
      categories: ['http_status'],
      name: { pl: 'Nieoczekiwany status HTTP', en: 'Unexpected HTTP status' },
      description: {
        pl: 'Status odpowiedzi nie jest na liście oczekiwanych i nie ma osobnego opisu.',
        en: 'The status of the answer is not among the expected ones and has no description of its own.',
      },
      diagnosis: {
        pl:
          'Zmieniono zachowanie aplikacji albo ustawienia usługi oczekują innego statusu, na przykład 200 zamiast ' +
          '204.',
        en:
          'The application changed its behaviour, or the service settings expect another status, such as 200 instead ' +
          'of 204.',
      },
      nextSteps: {
        pl: 'Wykonaj `curl -sv -o /dev/null ADRES`. Jeśli status jest prawidłowy, dopisz go do oczekiwanych.',
        en: 'Run `curl -sv -o /dev/null URL`. If the status is right, add it to the expected ones.',
      },
    },
    {
      id: 502,
      kind: 'http_status_redirect',
      categories: ['http_status'],
      name: { pl: 'Nieoczekiwane przekierowanie (3xx)', en: 'Unexpected redirect (3xx)' },
      description: {
        pl: 'Serwer odpowiedział przekierowaniem, choć ustawienia usługi go nie dopuszczają.',
        en: 'The server answered with a redirect although the service settings do not allow one.',
      },
      diagnosis: {
        pl: 'Wymuszono HTTPS, zmieniono adres strony, strona logowania przejmuje żądanie albo włączono tryb serwisowy.',
        en: 'HTTPS is now forced, the page moved, a login page catches the request, or maintenance mode is on.',
      },
      nextSteps: {
        pl: 'Sprawdź nagłówek Location: `curl -sI ADRES`. Podaj adres docelowy lub włącz obsługę przekierowań.',
        en: 'Look at the Location header: `curl -sI URL`. Use the final address or turn on "Follow redirects".',
      },
    },
    {
      id: 503,
      kind: 'http_status_client_error',
      categories: ['http_status'],
      name: { pl: 'Błąd żądania (4xx)', en: 'Request error (4xx)' },
      description: {
        pl: 'Serwer odrzucił żądanie statusem z grupy 4xx.',
        en: 'The server rejected the request with a 4xx status.',
      },
      diagnosis: {
        pl: 'Zmienione API aplikacji, zła metoda, nagłówek lub treść żądania albo reguła zapory aplikacyjnej.',
        en:
          'A changed API of the application, a wrong method, header or body, or a rule of a web application ' +
          'firewall.',
      },
      nextSteps: {
        pl:
          'Odtwórz żądanie: `curl -v -X METODA ADRES` z tymi samymi nagłówkami i treścią. Przeczytaj treść ' +
          'odpowiedzi w dowodach.',
        en:
          'Repeat the request: `curl -v -X METHOD URL` with the same headers and body. Read the response in the ' +
          'evidence.',
      },
    },
    {
      id: 504,
      kind: 'http_status_server_error',
      categories: ['http_status'],
      name: { pl: 'Błąd serwera (5xx)', en: 'Server error (5xx)' },
      description: {
        pl: 'Serwer zgłosił własny błąd statusem z grupy 5xx.',
        en: 'The server reported an error of its own with a 5xx status.',
      },
      diagnosis: {
        pl: 'Wyjątek w aplikacji, niedostępna baza danych, nieudane wdrożenie, pełny dysk lub wyczerpana pamięć.',
        en:
          'An exception in the application, a database that is gone, a failed deployment, a full disk or no memory ' +
          'left.',
      },
      nextSteps: {
        pl:
          'Zacznij od dziennika aplikacji z chwili awarii i ostatniego wdrożenia. Sprawdź `df -h`, `free -m` i ' +
          'połączenie z bazą.',
        en:
          'Start with the application log at that moment and the last deployment. Check `df -h`, `free -m` and the ' +
          'database.',
      },
    },
    {
      id: 505,
      kind: 'http_authentication_required',
      categories: ['http_status'],
      name: { pl: 'Wymagane uwierzytelnienie (401)', en: 'Authentication required (401)' },
      description: {
        pl: 'Serwer zażądał danych logowania lub odrzucił te, które wysłał sensor.',
        en: 'The server asked for credentials or rejected those that the sensor sent.',
      },
      diagnosis: {
        pl: 'Zmieniono hasło lub wygasł token, stronę objęto logowaniem albo serwer proxy wymaga uwierzytelnienia (407).',
        en:
          'A password was changed or a token expired, the page was put behind a login, or a proxy wants credentials ' +
          '(407).',
      },
      nextSteps: {
        pl:
          'Sprawdź `curl -v -u UŻYTKOWNIK ADRES` i nagłówek WWW-Authenticate. Zaktualizuj dane logowania w ' +
          'ustawieniach usługi.',
        en:
          'Check `curl -v -u USER URL` and the WWW-Authenticate header. Update the credentials in the service ' +
          'settings.',
      },
    },
    {
      id: 506,
      kind: 'http_access_denied',
      categories: ['http_status'],
      name: { pl: 'Dostęp zabroniony (403)', en: 'Access denied (403)' },
      description: {
        pl: 'Serwer zrozumiał żądanie, ale odmówił dostępu.',
        en: 'The server understood the request but denied access.',
      },
      diagnosis: {
        pl:
          'Zapora aplikacyjna lub ochrona przed botami blokuje sensor, zmieniono prawa do plików albo reguły ' +
          'dostępu.',
        en: 'A web firewall or bot protection blocks the sensor, or file rights or access rules were changed.',
      },
      nextSteps: {
        pl:
          'Porównaj wynik z różnych sensorów i `curl -v ADRES`. Dodaj adresy sensorów do wyjątków lub popraw ' +
          'uprawnienia.',
        en:
          'Compare the sensors with each other and with `curl -v URL`. Allow the addresses of the sensors or fix the ' +
          'rights.',
      },
    },
    {
      id: 507,
      kind: 'http_not_found',
      categories: ['http_status'],
      name: { pl: 'Nie znaleziono strony (404)', en: 'Page not found (404)' },
      description: {
        pl: 'Serwer działa, ale pod tym adresem niczego nie ma (404 lub 410).',
        en: 'The server works, but there is nothing at this address (404 or 410).',
      },
      diagnosis: {
        pl: 'Stronę usunięto lub przeniesiono, wdrożenie jest niepełne albo żądanie trafia do złego wirtualnego hosta.',
        en: 'The page was removed or moved, a deployment is incomplete, or the request reaches the wrong virtual host.',
      },
      nextSteps: {
        pl:
          'Sprawdź ścieżkę i nagłówek Host: `curl -v ADRES`. Popraw adres usługi albo przywróć stronę lub dodaj ' +
          'przekierowanie.',
        en:
          'Check path and Host header: `curl -v URL`. Correct the address of the service, or restore or redirect the ' +
          'page.',
      },
    },
    {
      id: 508,
      kind: 'http_rate_limited',
      categories: ['http_status'],
      name: { pl: 'Zbyt wiele żądań (429)', en: 'Too many requests (429)' },
      description: {
        pl: 'Serwer ograniczył liczbę żądań i odrzucił to sprawdzenie.',
        en: 'The server limits the number of requests and rejected this check.',
      },
      diagnosis: {
        pl: 'Limit na adres IP lub klucz, zbyt częste sprawdzanie z wielu sensorów albo wzmożony ruch.',
        en: 'A limit per IP address or key, checks too frequent from many sensors, or a wave of traffic.',
      },
      nextSteps: {
        pl: 'Sprawdź nagłówek Retry-After i limity. Wyłącz sensory z limitu lub wydłuż odstęp między sprawdzeniami.',
        en: 'Look at Retry-After and the limits. Exempt the sensors, or lengthen the interval between checks.',
      },
    },
    {
      id: 509,
      kind: 'http_gateway_error',
      categories: ['http_status'],
      name: { pl: 'Błąd bramy (502, 504)', en: 'Gateway error (502, 504)' },
      description: {
        pl: 'Serwer proxy działa, ale nie dostał poprawnej odpowiedzi od serwera aplikacji.',
        en: 'The proxy works but got no proper answer from the application server behind it.',
      },
      diagnosis: {
        pl:
          'Aplikacja nie działa, restartuje się lub odpowiada zbyt wolno; zły adres lub port w konfiguracji ' +
          'serwera proxy.',
        en: 'The application is down, restarting or too slow, or the proxy has a wrong address or port for it.',
      },
      nextSteps: {
        pl:
          'Z serwera proxy wykonaj `curl -v http://APLIKACJA:PORT/`, potem przejrzyj dziennik błędów ' +
          'serwera proxy i stan aplikacji.',
        en:
          'From the proxy run `curl -v http://APPLICATION:PORT/`, then read its error log and look at the ' +
          'application.',
      },
    },
    {
      id: 510,
      kind: 'http_unavailable',
      categories: ['http_status'],
      name: { pl: 'Usługa niedostępna (503)', en: 'Service unavailable (503)' },
      description: {
        pl: 'Serwer odpowiedział, że chwilowo nie obsługuje żądań.',
        en: 'The server answered that it cannot handle requests for now.',
      },
      diagnosis: {
        pl: 'Prace serwisowe, przeciążenie albo brak sprawnych serwerów za load balancerem.',
        en: 'Maintenance, overload, or no healthy servers left behind the load balancer.',
      },
      nextSteps: {
        pl:
          'Sprawdź Retry-After, stan serwerów w load balancerze i obciążenie. Na planowane prace ustaw okno ' +
          'serwisowe.',
        en: 'Look at Retry-After, the pool of the load balancer and the load. Set a maintenance window for planned work.',
      },
    },
  ],
}
