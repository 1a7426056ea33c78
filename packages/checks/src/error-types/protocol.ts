import type { ErrorTypeGroup } from './error-type.ts'

export const protocolErrors: ErrorTypeGroup = {
  id: 'protocol',
  firstId: 1000,
  name: { pl: 'Inne protokoły', en: 'Other protocols' },
  description: {
    pl: 'Usługa FTP, SSH lub inna oparta na TCP odpowiedziała inaczej, niż wymaga jej protokół lub ustawienia.',
    en: 'An FTP, SSH or other TCP service did not answer as its protocol or settings require.',
  },
  types: [
    {
      id: 1001,
      kind: 'tcp_answer_missing',
      categories: ['protocol'],
      name: { pl: 'Brak odpowiedzi na wysłane dane', en: 'No answer to the data sent' },
      description: {
        pl: 'Serwer przyjął połączenie i dane, ale nie odesłał niczego.',
        en: 'The server took the connection and the data but sent nothing back.',
      },
      diagnosis: {
        pl: 'Program zawiesił się po przyjęciu połączenia albo wysłane dane nie są pełnym poleceniem.',
        en: 'The program hung after accepting, or the data sent is not a complete command.',
      },
      nextSteps: {
        pl:
          "Sprawdź `printf 'DANE\\r\\n' | nc HOST PORT`. Upewnij się, że wysyłany tekst kończy się tak, jak wymaga " +
          'protokół.',
        en: "Try `printf 'DATA\\r\\n' | nc HOST PORT`. Make sure the text sent ends as the protocol requires.",
      },
    },
    {
      id: 1002,
      kind: 'tcp_answer_mismatch',
      categories: ['protocol'],
      name: { pl: 'Nieoczekiwana odpowiedź', en: 'Unexpected response' },
      description: {
        pl: 'Serwer odpowiedział, ale danych nie da się dopasować do oczekiwanego wzorca.',
        en: 'The server answered, but the data does not match the expected pattern.',
      },
      diagnosis: {
        pl: 'Inny program na porcie, nowa wersja z innym powitaniem albo komunikat o błędzie zamiast odpowiedzi.',
        en:
          'Another program on the port, a new version with another greeting, or an error message instead of an ' +
          'answer.',
      },
      nextSteps: {
        pl: 'Obejrzyj odpowiedź w dowodach lub przez `nc HOST PORT` i popraw usługę albo wzorzec.',
        en: 'Read the response in the evidence or with `nc HOST PORT`, and fix the service or the pattern.',
      },
    },
    {
      id: 1003,
      kind: 'ftp_greeting_invalid',
      categories: ['protocol'],
      name: { pl: 'To nie jest powitanie serwera FTP', en: 'Not an FTP server greeting' },
      description: {
        pl: 'Serwer nie przywitał się kodem 220, jak wymaga FTP.',
        en: 'The server did not greet with code 220 as FTP demands.',
      },
      diagnosis: {
        pl: 'Zły port, FTPS wymagający TLS od pierwszego bajtu (990), limit sesji (421) albo inny program.',
        en: 'A wrong port, FTPS that wants TLS from the first byte (990), a session limit (421), or another program.',
      },
      nextSteps: {
        pl: 'Sprawdź `nc HOST 21`. Przy kodzie 421 podnieś limit sesji lub zamknij martwe połączenia.',
        en: 'Try `nc HOST 21`. With code 421 raise the session limit or close dead connections.',
      },
    },
    {
      id: 1004,
      kind: 'ftp_login_refused',
      categories: ['protocol'],
      name: { pl: 'Odrzucone logowanie FTP', en: 'FTP login refused' },
      description: {
        pl: 'Serwer FTP nie przyjął nazwy użytkownika lub hasła (kod 530).',
        en: 'The FTP server did not accept the username or password (code 530).',
      },
      diagnosis: {
        pl: 'Zmienione hasło, zablokowane konto, wyłączony dostęp anonimowy albo wymagany TLS przed logowaniem.',
        en: 'A changed password, a locked account, anonymous access switched off, or TLS demanded before login.',
      },
      nextSteps: {
        pl:
          'Sprawdź `curl -v ftp://HOST/ --user UŻYTKOWNIK` i dziennik serwera. Zaktualizuj dane logowania w ' +
          'ustawieniach usługi.',
        en:
          'Try `curl -v ftp://HOST/ --user USER` and read the server log. Update the credentials in the service ' +
          'settings.',
      },
    },
    {
      id: 1005,
      kind: 'ftp_tls_missing',
      categories: ['protocol', 'tls'],
      name: { pl: 'Serwer FTP nie oferuje TLS', en: 'FTP server does not offer TLS' },
      description: {
        pl: 'Serwer odrzucił polecenie AUTH TLS, choć ustawienia usługi wymagają szyfrowania.',
        en: 'The server refused AUTH TLS though the service settings demand encryption.',
      },
      diagnosis: {
        pl: 'TLS nie jest skonfigurowany, brak certyfikatu albo moduł TLS nie wczytał się po aktualizacji.',
        en: 'TLS is not configured, there is no certificate, or the TLS module did not load after an update.',
      },
      nextSteps: {
        pl: 'Sprawdź `openssl s_client -connect HOST:21 -starttls ftp` i konfigurację TLS serwera.',
        en: 'Try `openssl s_client -connect HOST:21 -starttls ftp` and read the TLS configuration of the server.',
      },
    },
    {
      id: 1006,
      kind: 'ssh_banner_invalid',
      categories: ['protocol'],
      name: { pl: 'To nie jest powitanie SSH', en: 'Not an SSH banner' },
      description: {
        pl: 'Serwer nie przysłał wiersza zaczynającego się od „SSH-”.',
        en: 'The server sent no line that starts with "SSH-".',
      },
      diagnosis: {
        pl: 'Zły port, inny program na porcie 22, rozdzielacz portów albo zapora odpowiadająca zamiast serwera.',
        en: 'A wrong port, another program on port 22, a port multiplexer, or a firewall that answers in its place.',
      },
      nextSteps: {
        pl: 'Sprawdź `nc HOST 22`, a na serwerze `ss -ltnp` i `systemctl status ssh`.',
        en: 'Try `nc HOST 22`, and on the server `ss -ltnp` and `systemctl status ssh`.',
      },
    },
    {
      id: 1007,
      kind: 'ssh_version_unsupported',
      categories: ['protocol'],
      name: { pl: 'Przestarzała wersja SSH', en: 'Outdated SSH version' },
      description: {
        pl: 'Serwer przedstawił się wersją protokołu inną niż 2.0.',
        en: 'The server introduced itself with a protocol version other than 2.0.',
      },
      diagnosis: {
        pl: 'Bardzo stare urządzenie sieciowe lub oprogramowanie, które zna tylko SSH 1.',
        en: 'A very old network device or software that knows only SSH 1.',
      },
      nextSteps: {
        pl: 'Odczytaj wersję: `nc HOST 22`. Zaktualizuj oprogramowanie lub włącz SSH 2; wersja 1 nie jest bezpieczna.',
        en: 'Read the version: `nc HOST 22`. Update the software or enable SSH 2; version 1 is not safe.',
      },
    },
    {
      id: 1008,
      kind: 'ftp_command_failed',
      categories: ['protocol'],
      name: { pl: 'Serwer FTP przerwał sesję', en: 'FTP server ended the session early' },
      description: {
        pl: 'Po powitaniu serwer odpowiedział niezgodnie z FTP albo zakończył sesję (na przykład kodem 421).',
        en: 'After its greeting the server violated the FTP protocol or ended the session (for example with code 421).',
      },
      diagnosis: {
        pl: 'Restart serwera, limit sesji lub czasu bezczynności albo zapora, która ingeruje w sesję.',
        en: 'A restart of the server, a session or idle limit, or a firewall that interferes with the session.',
      },
      nextSteps: {
        pl: 'Obejrzyj zapis sesji w dowodach i powtórz ją ręcznie (`nc HOST 21`). Sprawdź dziennik serwera.',
        en: 'Read the transcript in the evidence and repeat it by hand (`nc HOST 21`). Check the server log.',
      },
    },
  ],
}
