import type { ErrorTypeGroup } from './error-type.ts'

export const websocketErrors: ErrorTypeGroup = {
  id: 'websocket',
  firstId: 1100,
  name: { pl: 'WebSocket', en: 'WebSocket connections' },
  description: {
    pl: 'Kanału WebSocket nie udało się otworzyć albo nie przyszła nim oczekiwana wiadomość.',
    en: 'The WebSocket channel could not be opened, or the expected message did not come through it.',
  },
  types: [
    {
      id: 1101,
      kind: 'websocket_upgrade_refused',
      categories: ['websocket', 'http_status'],
      name: { pl: 'Odmowa przejścia na WebSocket', en: 'WebSocket upgrade refused' },
      description: {
        pl: 'Serwer nie odpowiedział statusem 101 na prośbę o przejście na WebSocket.',
        en: 'The server did not answer the upgrade request with status 101.',
      },
      diagnosis: {
        pl:
          'Serwer proxy nie przekazuje nagłówków Upgrade i Connection, zła ścieżka, wymagane logowanie lub nagłówek ' +
          'Origin.',
        en: 'A proxy drops the Upgrade and Connection headers, a wrong path, or a login or Origin header is required.',
      },
      nextSteps: {
        pl:
          "Sprawdź `curl -v --http1.1 -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: " +
          "13' -H 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' ADRES` i konfigurację serwera proxy.",
        en:
          "Try `curl -v --http1.1 -H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' -H " +
          "'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' URL` and read the proxy configuration.",
      },
    },
    {
      id: 1102,
      kind: 'websocket_handshake_invalid',
      categories: ['websocket'],
      name: { pl: 'Niepoprawne uzgadnianie WebSocket', en: 'Invalid WebSocket handshake' },
      description: {
        pl: 'Serwer odpowiedział statusem 101, ale nagłówek Sec-WebSocket-Accept lub podprotokół się nie zgadza.',
        en: 'The server answered 101, but Sec-WebSocket-Accept or the subprotocol is wrong.',
      },
      diagnosis: {
        pl: 'Pamięć podręczna serwera proxy odpowiada za serwer albo biblioteka WebSocket jest wadliwa.',
        en: 'A proxy cache answers for the server, or the WebSocket library is faulty.',
      },
      nextSteps: {
        pl: 'Wyłącz buforowanie tej ścieżki w serwerze proxy i CDN, porównaj z połączeniem wprost do serwera aplikacji.',
        en: 'Disable caching of this path in proxy and CDN, and compare with a direct connection to the application.',
      },
    },
    {
      id: 1103,
      kind: 'websocket_closed',
      categories: ['websocket'],
      name: { pl: 'Kanał WebSocket zamknięty przedwcześnie', en: 'WebSocket closed too early' },
      description: {
        pl: 'Serwer zamknął otwarty kanał, zanim sensor dostał oczekiwaną wiadomość.',
        en: 'The server closed the open channel before the sensor got the expected message.',
      },
      diagnosis: {
        pl:
          'Błąd aplikacji (kod 1011), odmowa według zasad (1008), restart (1001) albo limit bezczynności w ' +
          'serwerze proxy.',
        en: 'An application fault (code 1011), a policy refusal (1008), a restart (1001), or an idle limit in a proxy.',
      },
      nextSteps: {
        pl: 'Odczytaj kod zamknięcia w komunikacie błędu i znajdź tę chwilę w dzienniku aplikacji.',
        en: 'Read the close code in the error message and find that moment in the application log.',
      },
    },
    {
      id: 1104,
      kind: 'websocket_message_mismatch',
      categories: ['websocket', 'content'],
      name: { pl: 'Nieoczekiwana wiadomość WebSocket', en: 'Unexpected WebSocket message' },
      description: {
        pl: 'Kanał działa, ale otrzymana wiadomość nie pasuje do wzorca.',
        en: 'The channel works, but the message received does not match the pattern.',
      },
      diagnosis: {
        pl: 'Zmieniony format wiadomości, komunikat o błędzie albo wiadomość powitalna przed właściwą odpowiedzią.',
        en: 'A changed message format, an error message, or a welcome message before the real answer.',
      },
      nextSteps: {
        pl: 'Połącz się przez `npx wscat -c ADRES`, wyślij to samo i porównaj. Popraw wzorzec lub aplikację.',
        en: 'Connect with `npx wscat -c URL`, send the same and compare. Fix the pattern or the application.',
      },
    },
  ],
}
