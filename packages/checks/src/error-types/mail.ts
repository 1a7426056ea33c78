import type { ErrorTypeGroup } from './error-type.ts'

export const mailErrors: ErrorTypeGroup = {
  id: 'mail',
  firstId: 900,
  name: { pl: 'Poczta', en: 'Mail' },
  description: {
    pl: 'Serwer pocztowy (SMTP, IMAP, POP3) odpowiedział, ale sesja nie przebiegła tak, jak powinna.',
    en: 'A mail server (SMTP, IMAP, POP3) answered, but the session did not go as it should.',
  },
  types: [
    {
      id: 901,
      kind: 'mail_greeting_invalid',
      categories: ['mail'],
      name: { pl: 'To nie jest powitanie serwera poczty', en: 'Not a mail server greeting' },
      description: {
        pl: 'Pierwszy wiersz od serwera nie jest powitaniem SMTP, IMAP ani POP3.',
        en: 'The first line from the server is not an SMTP, IMAP or POP3 greeting.',
      },
      diagnosis: {
        pl: 'Zły port, inny program na tym porcie albo port, który od razu oczekuje TLS (465, 993, 995).',
        en: 'A wrong port, another program on it, or a port that expects TLS at once (465, 993, 995).',
      },
      nextSteps: {
        pl:
          'Sprawdź `nc HOST PORT`, a dla portów z TLS `openssl s_client -connect HOST:PORT`. Popraw port lub ' +
          'szyfrowanie w ustawieniach.',
        en:
          'Try `nc HOST PORT`, and for TLS ports `openssl s_client -connect HOST:PORT`. Fix port or encryption in ' +
          'the settings.',
      },
    },
    {
      id: 902,
      kind: 'mail_greeting_refused',
      categories: ['mail'],
      name: { pl: 'Serwer poczty odmówił obsługi', en: 'Mail server refused service' },
      description: {
        pl: 'Serwer w powitaniu odmówił obsługi (na przykład kod 554 lub 421, BYE, -ERR).',
        en: 'The server refused service in its greeting (for example with code 554 or 421, BYE or -ERR).',
      },
      diagnosis: {
        pl: 'Adres sensora na liście blokad, zbyt wiele równoczesnych połączeń albo serwer w trakcie zatrzymywania.',
        en:
          'The address of the sensor is on a block list, too many connections at once, or the server is shutting ' +
          'down.',
      },
      nextSteps: {
        pl: 'Przeczytaj powód odmowy w komunikacie błędu. Dodaj sensory do wyjątków lub podnieś limit połączeń.',
        en: 'Read the reason in the error message. Exempt the sensors or raise the connection limit.',
      },
    },
    {
      id: 903,
      kind: 'smtp_helo_refused',
      categories: ['mail'],
      name: { pl: 'Odrzucone polecenie HELO lub EHLO', en: 'HELO or EHLO refused' },
      description: {
        pl: 'Serwer SMTP odrzucił polecenie HELO lub EHLO sensora.',
        en: 'The SMTP server rejected the HELO or EHLO command of the sensor.',
      },
      diagnosis: {
        pl: 'Serwer wymaga nazwy zgodnej z odwrotnym DNS albo nazwa w ustawieniach usługi jest niepoprawna.',
        en: 'The server demands a name that matches reverse DNS, or the name in the service settings is malformed.',
      },
      nextSteps: {
        pl: 'Sprawdź ręcznie: `nc HOST 25`, potem `EHLO NAZWA`. Ustaw pełną nazwę domenową lub złagodź regułę HELO.',
        en: 'Try by hand: `nc HOST 25`, then `EHLO NAME`. Set a full domain name or relax the HELO rule.',
      },
    },
    {
      id: 904,
      kind: 'mail_starttls_missing',
      categories: ['mail', 'tls'],
      name: { pl: 'Serwer nie oferuje STARTTLS', en: 'STARTTLS not offered' },
      description: {
        pl: 'Wśród możliwości serwera nie ma STARTTLS (STLS w POP3), choć ustawienia usługi go wymagają.',
        en:
          'STARTTLS (STLS in POP3) is not among the capabilities of the server though the service settings demand ' +
          'it.',
      },
      diagnosis: {
        pl: 'Wygasły lub niewczytany certyfikat, TLS wyłączony po zmianie albo zapora, która wycina STARTTLS.',
        en: 'A certificate expired or not loaded, TLS off after a change, or a firewall that strips STARTTLS.',
      },
      nextSteps: {
        pl: 'Sprawdź `openssl s_client -connect HOST:PORT -starttls smtp` (lub imap, pop3) i konfigurację TLS serwera.',
        en: 'Try `openssl s_client -connect HOST:PORT -starttls smtp` (or imap, pop3) and read the TLS configuration.',
      },
    },
    {
      id: 905,
      kind: 'mail_starttls_refused',
      categories: ['mail', 'tls'],
      name: { pl: 'Serwer odrzucił STARTTLS', en: 'STARTTLS refused' },
      description: {
        pl: 'Serwer zapowiada STARTTLS, ale odmówił jego rozpoczęcia.',
        en: 'The server announces STARTTLS but refused to start it.',
      },
      diagnosis: {
        pl: 'Brak dostępu do klucza prywatnego, błąd biblioteki TLS albo chwilowy brak zasobów (kod 454).',
        en: 'The private key cannot be read, the TLS library failed, or resources ran out for a moment (code 454).',
      },
      nextSteps: {
        pl:
          'Sprawdź dziennik serwera i prawa do pliku klucza. Powtórz `openssl s_client -connect HOST:PORT -starttls ' +
          'smtp`.',
        en:
          'Read the server log and check the rights of the key file. Repeat `openssl s_client -connect HOST:PORT ' +
          '-starttls smtp`.',
      },
    },
    {
      id: 906,
      kind: 'mail_login_refused',
      categories: ['mail'],
      name: { pl: 'Odrzucone logowanie do poczty', en: 'Mail login refused' },
      description: {
        pl: 'Serwer nie przyjął nazwy użytkownika lub hasła.',
        en: 'The server did not accept the username or password.',
      },
      diagnosis: {
        pl: 'Zmienione hasło, zablokowane konto, wymagane hasło aplikacji albo niedostępny katalog użytkowników.',
        en: 'A changed password, a locked account, an app password required, or the user directory is out of reach.',
      },
      nextSteps: {
        pl:
          'Zaloguj się tymi samymi danymi w programie pocztowym. Sprawdź dziennik uwierzytelniania i blokady (na ' +
          'przykład fail2ban).',
        en:
          'Log in with the same data in a mail program. Read the authentication log and look for bans (fail2ban, ' +
          'say).',
      },
    },
    {
      id: 907,
      kind: 'mail_login_unavailable',
      categories: ['mail'],
      name: { pl: 'Brak wspólnej metody logowania', en: 'No shared login method' },
      description: {
        pl: 'Serwer nie oferuje metody logowania, której sensor może użyć.',
        en: 'The server offers no login method that the sensor can use.',
      },
      diagnosis: {
        pl: 'Serwer dopuszcza logowanie dopiero po TLS, wymaga OAuth albo wyłączono PLAIN i LOGIN.',
        en: 'The server allows login only after TLS, demands OAuth, or has PLAIN and LOGIN switched off.',
      },
      nextSteps: {
        pl:
          'Odczytaj możliwości serwera (EHLO, CAPABILITY, CAPA). Włącz szyfrowanie w ustawieniach lub odpowiednią ' +
          'metodę na serwerze.',
        en:
          'Read the capabilities (EHLO, CAPABILITY, CAPA). Turn encryption on in the settings or enable a method on ' +
          'the server.',
      },
    },
    {
      id: 908,
      kind: 'smtp_sender_refused',
      categories: ['mail'],
      name: { pl: 'Odrzucony nadawca', en: 'Sender refused' },
      description: {
        pl: 'Serwer SMTP nie przyjął adresu nadawcy (MAIL FROM).',
        en: 'The SMTP server did not accept the sender address (MAIL FROM).',
      },
      diagnosis: {
        pl: 'Domena nadawcy bez rekordów MX lub A, reguły SPF, wymagane wcześniejsze logowanie albo lista blokad.',
        en: 'The sender domain has no MX or A record, SPF rules, a login required first, or a block list.',
      },
      nextSteps: {
        pl: 'Sprawdź `dig DOMENA MX` i `dig DOMENA TXT`. Ustaw nadawcę, którego serwer przyjmuje.',
        en: 'Check `dig DOMAIN MX` and `dig DOMAIN TXT`. Set a sender the server accepts.',
      },
    },
    {
      id: 909,
      kind: 'smtp_recipient_refused',
      categories: ['mail'],
      name: { pl: 'Odrzucony odbiorca', en: 'Recipient refused' },
      description: {
        pl: 'Serwer SMTP nie przyjął adresu odbiorcy (RCPT TO).',
        en: 'The SMTP server did not accept the recipient address (RCPT TO).',
      },
      diagnosis: {
        pl:
          'Skrzynka nie istnieje lub jest pełna, serwer nie przekazuje poczty dalej albo działa szara lista (kod ' +
          '450).',
        en: 'The mailbox does not exist or is full, the server does not relay, or greylisting is at work (code 450).',
      },
      nextSteps: {
        pl: 'Sprawdź skrzynkę i powód odmowy w komunikacie błędu. Przy szarej liście dodaj adresy sensorów do wyjątków.',
        en: 'Check the mailbox and the reason in the error message. With greylisting, exempt the addresses of the sensors.',
      },
    },
    {
      id: 910,
      kind: 'mail_mailbox_unavailable',
      categories: ['mail'],
      name: { pl: 'Skrzynka niedostępna', en: 'Mailbox unavailable' },
      description: {
        pl: 'Logowanie się powiodło, ale serwer nie otworzył skrzynki.',
        en: 'The login succeeded, but the server did not open the mailbox.',
      },
      diagnosis: {
        pl:
          'Skrzynka zablokowana przez inną sesję, przekroczony limit miejsca, uszkodzony indeks albo niedostępny ' +
          'dysk.',
        en: 'The mailbox is locked by another session, over quota, its index is damaged, or its disk is gone.',
      },
      nextSteps: {
        pl: 'Sprawdź dziennik serwera, `df -h` i limit skrzynki. W Dovecot pomaga `doveadm force-resync`.',
        en: 'Read the server log, check `df -h` and the quota. In Dovecot `doveadm force-resync` helps.',
      },
    },
    {
      id: 911,
      kind: 'mail_command_failed',
      categories: ['mail'],
      name: { pl: 'Serwer poczty odrzucił polecenie', en: 'Mail server rejected a command' },
      description: {
        pl: 'Na polecenie w trakcie sesji serwer odpowiedział błędem lub ją zakończył.',
        en: 'The server answered a command with an error or ended the session.',
      },
      diagnosis: {
        pl: 'Restart serwera, limit poleceń, brak miejsca w kolejce albo nietypowa odpowiedź urządzenia filtrującego.',
        en: 'A restart of the server, a command limit, no room in the queue, or an unusual response from a filtering device.',
      },
      nextSteps: {
        pl: 'Obejrzyj zapis sesji w dowodach i powtórz ją ręcznie. Sprawdź dziennik i miejsce na dysku serwera.',
        en: 'Read the transcript in the evidence and repeat it by hand. Check the log and disk space of the server.',
      },
    },
  ],
}
