import type { ErrorTypeGroup } from './error-type.ts'

export const tlsErrors: ErrorTypeGroup = {
  id: 'tls',
  firstId: 300,
  name: { pl: 'Szyfrowanie (TLS)', en: 'Encryption (TLS)' },
  description: {
    pl: 'Serwer przyjął połączenie, ale nie udało się uzgodnić szyfrowania.',
    en: 'The server accepted the connection, but encryption could not be agreed on.',
  },
  types: [
    {
      id: 301,
      kind: 'tls_handshake_failed',
      categories: ['tls'],
      name: { pl: 'Nieudane uzgadnianie TLS', en: 'TLS handshake failed' },
      description: {
        pl: 'Serwer przerwał uzgadnianie TLS alertem, który nie wskazuje dokładniejszej przyczyny.',
        en: 'The server ended the TLS handshake with an alert that gives no specific cause.',
      },
      diagnosis: {
        pl:
          'Błędna konfiguracja TLS, brak certyfikatu dla tej nazwy albo wewnętrzny błąd serwera lub load ' +
          'balancera.',
        en:
          'A wrong TLS configuration, no certificate for this name, or an internal fault of the server or load ' +
          'balancer.',
      },
      nextSteps: {
        pl:
          'Wykonaj `openssl s_client -connect HOST:PORT -servername HOST` i przeczytaj alert. Porównaj z dziennikiem ' +
          'serwera.',
        en:
          'Run `openssl s_client -connect HOST:PORT -servername HOST` and read the alert. Compare with the server ' +
          'log.',
      },
    },
    {
      id: 302,
      kind: 'tls_protocol_version',
      categories: ['tls'],
      name: { pl: 'Nieobsługiwana wersja TLS', en: 'Unsupported TLS version' },
      description: {
        pl: 'Serwer i sensor nie mają wspólnej wersji protokołu TLS.',
        en: 'The server and the sensor share no version of the TLS protocol.',
      },
      diagnosis: {
        pl:
          'Serwer zna tylko wycofane wersje (SSL 3, TLS 1.0, TLS 1.1) albo wymaga nowszej niż te, które ' +
          'zna sensor.',
        en:
          'The server knows only retired versions (SSL 3, TLS 1.0, TLS 1.1) or demands a newer one than the ' +
          'sensor knows.',
      },
      nextSteps: {
        pl: 'Sprawdź `openssl s_client -connect HOST:PORT -tls1_2` i `-tls1_3`. Włącz na serwerze TLS 1.2 i 1.3.',
        en: 'Try `openssl s_client -connect HOST:PORT -tls1_2` and `-tls1_3`. Enable TLS 1.2 and 1.3 on the server.',
      },
    },
    {
      id: 303,
      kind: 'tls_no_shared_cipher',
      categories: ['tls'],
      name: { pl: 'Brak wspólnego szyfru TLS', en: 'No shared TLS cipher' },
      description: {
        pl: 'Serwer nie przyjął żadnego z zaproponowanych zestawów szyfrów.',
        en: 'The server accepted none of the offered cipher suites.',
      },
      diagnosis: {
        pl: 'Serwer dopuszcza tylko stare szyfry albo lista szyfrów nie pasuje do rodzaju klucza (RSA lub ECDSA).',
        en: 'The server allows only old ciphers, or its cipher list does not fit the kind of its key (RSA or ECDSA).',
      },
      nextSteps: {
        pl:
          'Sprawdź szyfry przez `nmap --script ssl-enum-ciphers -p PORT HOST` i włącz zestawy ECDHE z AES-GCM lub ' +
          'ChaCha20.',
        en:
          'List ciphers with `nmap --script ssl-enum-ciphers -p PORT HOST` and enable ECDHE suites with AES-GCM or ' +
          'ChaCha20.',
      },
    },
    {
      id: 304,
      kind: 'tls_not_spoken',
      categories: ['tls'],
      name: { pl: 'Port nie obsługuje TLS', en: 'Port does not speak TLS' },
      description: {
        pl: 'W odpowiedzi na powitanie TLS serwer przysłał dane nieszyfrowane.',
        en: 'The server answered the TLS greeting with unencrypted data.',
      },
      diagnosis: {
        pl:
          'Sprawdzany jest zły port (na przykład 80 zamiast 443), usługa wymaga STARTTLS albo TLS wyłączono na ' +
          'serwerze.',
        en:
          'The wrong port is checked (80 instead of 443, say), the service wants STARTTLS, or TLS was switched off ' +
          'on the server.',
      },
      nextSteps: {
        pl:
          'Zobacz, co mówi port: `nc HOST PORT` lub `curl -v http://HOST:PORT/`. Popraw port, typ usługi lub ' +
          'konfigurację serwera.',
        en:
          'See what the port says: `nc HOST PORT` or `curl -v http://HOST:PORT/`. Fix the port, the service type or ' +
          'the server.',
      },
    },
    {
      id: 305,
      kind: 'tls_client_certificate_required',
      categories: ['tls'],
      name: { pl: 'Wymagany certyfikat klienta', en: 'Client certificate required' },
      description: {
        pl: 'Serwer zażądał certyfikatu klienta i odrzucił połączenie bez niego.',
        en: 'The server asked for a client certificate and refused the connection without one.',
      },
      diagnosis: {
        pl: 'Na serwerze włączono uwierzytelnianie certyfikatem klienta, a sensory takiego certyfikatu nie wysyłają.',
        en: 'The server now authenticates clients by certificate, and sensors do not send one.',
      },
      nextSteps: {
        pl:
          'Sprawdź `openssl s_client -connect HOST:PORT -servername HOST`. Wyłącz wymóg certyfikatu klienta dla tego ' +
          'adresu albo dla adresów sensorów.',
        en:
          'Try `openssl s_client -connect HOST:PORT -servername HOST`. Do not require a client certificate for this ' +
          'address, or for the addresses of the sensors.',
      },
    },
    {
      id: 306,
      kind: 'tls_connection_closed',
      categories: ['tls'],
      name: { pl: 'Połączenie zamknięte w trakcie uzgadniania TLS', en: 'Connection closed during the TLS handshake' },
      description: {
        pl: 'Serwer zamknął lub zerwał połączenie, zanim szyfrowanie zostało uzgodnione.',
        en: 'The server closed or reset the connection before encryption was agreed on.',
      },
      diagnosis: {
        pl:
          'Zapora filtrująca po nazwie SNI, serwer bez wczytanego certyfikatu, przeciążenie albo proces, który ' +
          'ulega awarii.',
        en: 'A firewall that filters by SNI, a server with no certificate loaded, overload, or a crashing process.',
      },
      nextSteps: {
        pl:
          'Porównaj `openssl s_client -connect HOST:PORT -servername HOST` z tym samym poleceniem i `-noservername`. ' +
          'Sprawdź dziennik serwera.',
        en:
          'Compare `openssl s_client -connect HOST:PORT -servername HOST` with the same command and `-noservername`. ' +
          'Read the server log.',
      },
    },
    {
      id: 307,
      kind: 'tls_unrecognized_name',
      categories: ['tls'],
      name: { pl: 'Serwer nie zna tej nazwy (SNI)', en: 'Server does not know this name (SNI)' },
      description: {
        pl: 'Serwer odrzucił uzgadnianie TLS, bo nie obsługuje podanej nazwy (alert unrecognized_name).',
        en: 'The server refused the handshake because it does not serve the given name (alert unrecognized_name).',
      },
      diagnosis: {
        pl: 'Brak konfiguracji wirtualnego hosta po przeniesieniu usługi albo DNS kieruje na niewłaściwy serwer.',
        en: 'The virtual host is missing after a move, or DNS points at the wrong server.',
      },
      nextSteps: {
        pl: 'Sprawdź `dig HOST` i listę nazw w konfiguracji serwera lub CDN. Dodaj nazwę wraz z certyfikatem.',
        en:
          'Check `dig HOST` and the list of names in the server or CDN configuration. Add the name with its ' +
          'certificate.',
      },
    },
    {
      id: 308,
      kind: 'tls_weak_parameters',
      categories: ['tls'],
      name: { pl: 'Zbyt słabe parametry szyfrowania', en: 'Encryption parameters too weak' },
      description: {
        pl: 'Serwer zaproponował parametry wymiany klucza, które nie są już uważane za bezpieczne.',
        en: 'The server offered key exchange parameters that are no longer considered safe.',
      },
      diagnosis: {
        pl: 'Stare parametry Diffiego-Hellmana (poniżej 2048 bitów) albo podpisy SHA-1 w uzgadnianiu.',
        en: 'Old Diffie-Hellman parameters (under 2048 bits) or SHA-1 signatures in the handshake.',
      },
      nextSteps: {
        pl:
          'W wyniku `openssl s_client -connect HOST:PORT` odczytaj „Server Temp Key”. Wygeneruj nowe parametry DH ' +
          'lub zostaw samo ECDHE.',
        en:
          'Read "Server Temp Key" in the output of `openssl s_client -connect HOST:PORT`. Make new DH parameters or ' +
          'keep only ECDHE.',
      },
    },
    {
      id: 309,
      kind: 'tls_no_application_protocol',
      categories: ['tls'],
      name: { pl: 'Brak wspólnego protokołu aplikacji (ALPN)', en: 'No shared application protocol (ALPN)' },
      description: {
        pl: 'Serwer nie obsługuje protokołu, o który poprosił sensor, na przykład HTTP/2 dla gRPC.',
        en: 'The server does not offer the protocol the sensor asked for, such as HTTP/2 for gRPC.',
      },
      diagnosis: {
        pl: 'HTTP/2 wyłączono na serwerze lub serwer proxy przed nim kończy TLS i zna tylko HTTP/1.1.',
        en: 'HTTP/2 is switched off on the server, or a proxy in front ends TLS and knows only HTTP/1.1.',
      },
      nextSteps: {
        pl: 'Sprawdź `openssl s_client -connect HOST:PORT -alpn h2` i włącz HTTP/2 na serwerze oraz w serwerze proxy.',
        en: 'Try `openssl s_client -connect HOST:PORT -alpn h2` and enable HTTP/2 on the server and the proxy.',
      },
    },
  ],
}
