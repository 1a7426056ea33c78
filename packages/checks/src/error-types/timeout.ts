import type { ErrorTypeGroup } from './error-type.ts'

export const timeoutErrors: ErrorTypeGroup = {
  id: 'timeout',
  firstId: 800,
  name: { pl: 'Przekroczony czas', en: 'Timeout' },
  description: {
    pl: 'Serwer nie zdążył z odpowiedzią w czasie przewidzianym na całość lub na jeden z etapów.',
    en: 'The server did not answer within the time allowed for the whole check or for one of its phases.',
  },
  types: [
    {
      id: 801,
      kind: 'timeout_total',
      categories: ['timeout'],
      name: { pl: 'Przekroczony czas całego sprawdzenia', en: 'Check timed out' },
      description: {
        pl: 'Sprawdzenie nie zakończyło się w czasie określonym w ustawieniach usługi.',
        en: 'The check did not finish within the time in the service settings.',
      },
      diagnosis: {
        pl: 'Przeciążony serwer, wolna baza danych, wolne łącze albo zbyt krótki limit przy kilku przekierowaniach.',
        en: 'An overloaded server, a slow database, a slow link, or a limit too short for several redirects.',
      },
      nextSteps: {
        pl:
          "Zobacz, który etap trwa najdłużej: `curl -so /dev/null -w '%{time_namelookup} %{time_connect} " +
          "%{time_appconnect} %{time_starttransfer} %{time_total}\\n' ADRES`.",
        en:
          "See which phase takes longest: `curl -so /dev/null -w '%{time_namelookup} %{time_connect} " +
          "%{time_appconnect} %{time_starttransfer} %{time_total}\\n' URL`.",
      },
    },
    {
      id: 802,
      kind: 'timeout_lookup',
      categories: ['timeout', 'dns'],
      name: { pl: 'Brak odpowiedzi DNS na czas', en: 'DNS lookup timed out' },
      description: {
        pl: 'Serwery DNS nie podały adresu w dozwolonym czasie.',
        en: 'The DNS servers gave no address within the time allowed.',
      },
      diagnosis: {
        pl: 'Serwery nazw nie działają, są przeciążone lub atakowane, albo zapora gubi pakiety na porcie 53.',
        en: 'Name servers are down, overloaded or under attack, or a firewall drops packets on port 53.',
      },
      nextSteps: {
        pl: 'Sprawdź każdy serwer z `dig DOMENA NS` osobno: `dig @SERWER NAZWA` i `dig +tcp @SERWER NAZWA`.',
        en: 'Check each server of `dig DOMAIN NS` alone: `dig @SERVER NAME` and `dig +tcp @SERVER NAME`.',
      },
    },
    {
      id: 803,
      kind: 'timeout_connect',
      categories: ['timeout', 'connect'],
      name: { pl: 'Przekroczony czas łączenia', en: 'Connection timed out' },
      description: {
        pl: 'Host nie odpowiedział na próbę nawiązania połączenia w dozwolonym czasie.',
        en: 'The host did not answer the attempt to connect within the time allowed.',
      },
      diagnosis: {
        pl: 'Serwer wyłączony, zapora po cichu odrzuca pakiety, pełna kolejka połączeń albo problem z trasą.',
        en: 'The server is off, a firewall silently drops packets, the connection queue is full, or routing is broken.',
      },
      nextSteps: {
        pl:
          'Wykonaj `nc -vz -w 5 HOST PORT` i `mtr -T -P PORT HOST`. Sprawdź zaporę i czy adresy sensorów nie są ' +
          'blokowane.',
        en:
          'Run `nc -vz -w 5 HOST PORT` and `mtr -T -P PORT HOST`. Check the firewall and whether it blocks the ' +
          'sensors.',
      },
    },
    {
      id: 804,
      kind: 'timeout_tls',
      categories: ['timeout', 'tls'],
      name: { pl: 'Uzgadnianie TLS trwało zbyt długo', en: 'TLS handshake timed out' },
      description: {
        pl: 'Połączenie nawiązano, ale szyfrowania nie uzgodniono w dozwolonym czasie.',
        en: 'The connection was made, but encryption was not agreed on within the time allowed.',
      },
      diagnosis: {
        pl: 'Przeciążony procesor serwera, zawieszony proces albo gubione duże pakiety (zły MTU na trasie).',
        en: 'An overloaded processor, a hung process, or large packets lost on the way (wrong MTU).',
      },
      nextSteps: {
        pl:
          'Zmierz `time openssl s_client -connect HOST:PORT </dev/null`, a przy podejrzeniu MTU `ping -M do -s 1472 ' +
          'HOST`.',
        en:
          'Measure `time openssl s_client -connect HOST:PORT </dev/null`, and if MTU is suspected `ping -M do -s ' +
          '1472 HOST`.',
      },
    },
    {
      id: 805,
      kind: 'timeout_first_byte',
      categories: ['timeout', 'http'],
      name: { pl: 'Serwer nie zaczął odpowiadać na czas', en: 'Timed out waiting for the first byte' },
      description: {
        pl: 'Żądanie wysłano, ale serwer nie przysłał ani jednego bajtu odpowiedzi w dozwolonym czasie.',
        en: 'The request was sent, but not a single byte of the answer came within the time allowed.',
      },
      diagnosis: {
        pl: 'Aplikacja czeka na bazę danych lub zewnętrzne API, wyczerpana pula procesów albo blokada w bazie.',
        en:
          'The application waits for a database or an external API, its workers are all busy, or the database is ' +
          'locked.',
      },
      nextSteps: {
        pl: 'Sprawdź liczbę zajętych procesów, wolne zapytania i blokady w bazie oraz zależności aplikacji.',
        en: 'Look at busy workers, slow queries and locks in the database, and what the application depends on.',
      },
    },
    {
      id: 806,
      kind: 'timeout_transfer',
      categories: ['timeout', 'http'],
      name: { pl: 'Pobieranie treści trwało zbyt długo', en: 'Transfer timed out' },
      description: {
        pl: 'Odpowiedź zaczęła przychodzić, ale nie dotarła w całości w dozwolonym czasie.',
        en: 'The answer began to arrive but was not complete within the time allowed.',
      },
      diagnosis: {
        pl: 'Nasycone łącze, bardzo duża treść, utrata pakietów albo aplikacja, która zacina się w połowie.',
        en: 'A saturated link, very large content, packet loss, or an application that stalls halfway.',
      },
      nextSteps: {
        pl: 'Zmierz prędkość: `curl -o /dev/null ADRES` i straty: `mtr HOST`. Sprawdź wykorzystanie łącza.',
        en: 'Measure the speed: `curl -o /dev/null URL` and the loss: `mtr HOST`. Check how busy the link is.',
      },
    },
    {
      id: 807,
      kind: 'timeout_greeting',
      categories: ['timeout', 'protocol'],
      name: { pl: 'Brak powitania serwera na czas', en: 'Server greeting timed out' },
      description: {
        pl: 'Połączenie nawiązano, ale serwer nie przysłał powitania w dozwolonym czasie.',
        en: 'The connection was made, but the server sent no greeting within the time allowed.',
      },
      diagnosis: {
        pl: 'Serwer odpytuje wolny DNS odwrotny lub listy RBL, wyczerpał limit sesji albo celowo opóźnia powitanie.',
        en:
          'The server waits for slow reverse DNS or block lists, is out of sessions, or delays its greeting on ' +
          'purpose.',
      },
      nextSteps: {
        pl:
          'Zmierz `time nc HOST PORT` i sprawdź w dzienniku serwera, na co czeka. Wydłuż limit lub wyłącz opóźnienie ' +
          'dla sensorów.',
        en:
          'Measure `time nc HOST PORT` and see in the server log what it waits for. Raise the limit or exempt the ' +
          'sensors.',
      },
    },
    {
      id: 808,
      kind: 'timeout_command',
      categories: ['timeout', 'protocol'],
      name: { pl: 'Serwer przestał odpowiadać w trakcie sesji', en: 'Server stopped responding mid-session' },
      description: {
        pl: 'Serwer przywitał się, ale na kolejne polecenie nie odpowiedział w dozwolonym czasie.',
        en: 'The server greeted but did not answer a later command within the time allowed.',
      },
      diagnosis: {
        pl: 'Zablokowana kolejka lub skrzynka, niedostępny katalog użytkowników (LDAP, baza) albo przeciążenie dysku.',
        en: 'A locked queue or mailbox, a user directory (LDAP, database) out of reach, or an overloaded disk.',
      },
      nextSteps: {
        pl: 'Powtórz sesję ręcznie i zobacz, na którym poleceniu się zatrzymuje. Sprawdź dziennik serwera i `iostat -x 1`.',
        en: 'Repeat the session by hand and see which command hangs. Read the server log and `iostat -x 1`.',
      },
    },
  ],
}
