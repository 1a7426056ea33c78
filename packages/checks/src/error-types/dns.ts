import type { ErrorTypeGroup } from './error-type.ts'

export const dnsErrors: ErrorTypeGroup = {
  id: 'dns',
  firstId: 100,
  name: { pl: 'Nazwa domenowa (DNS)', en: 'DNS lookup' },
  description: {
    pl: 'Adresu usługi nie dało się ustalić na podstawie jej nazwy albo odpowiedź DNS jest inna niż oczekiwana.',
    en: 'The address of the service could not be found from its name, or the DNS answer is not the expected one.',
  },
  types: [
    {
      id: 101,
      kind: 'dns_nxdomain',
      categories: ['dns'],
      name: { pl: 'Nazwa nie istnieje (NXDOMAIN)', en: 'Name does not exist (NXDOMAIN)' },
      description: {
        pl: 'Serwer DNS odpowiedział, że takiej nazwy nie ma.',
        en: 'The DNS server answered that there is no such name.',
      },
      diagnosis: {
        pl:
          'Literówka w adresie, usunięty rekord, wygasła lub zawieszona domena albo strefa niewczytana na serwerze ' +
          'nazw.',
        en:
          'A typo in the address, a deleted record, an expired or suspended domain, or a zone not loaded on the name ' +
          'server.',
      },
      nextSteps: {
        pl:
          'Sprawdź pisownię adresu. Wykonaj `dig +trace NAZWA` i zobacz, na którym poziomie nazwa znika; `whois ' +
          'DOMENA` pokaże stan rejestracji.',
        en:
          'Check the spelling of the address. Run `dig +trace NAME` to see at which level the name is lost; `whois ' +
          'DOMAIN` shows the registration.',
      },
    },
    {
      id: 102,
      kind: 'dns_no_record',
      categories: ['dns'],
      name: { pl: 'Brak rekordu danego typu', en: 'No record of this type' },
      description: {
        pl: 'Nazwa istnieje, ale nie ma rekordu, o który pytał sensor, na przykład A lub AAAA.',
        en: 'The name exists, but it has no record of the type the sensor asked for, such as A or AAAA.',
      },
      diagnosis: {
        pl:
          'Rekord usunięto lub nigdy go nie dodano; często brakuje AAAA przy sprawdzaniu po IPv6 albo MX przy ' +
          'poczcie.',
        en: 'The record was removed or never added; often AAAA is missing for a check over IPv6, or MX for mail.',
      },
      nextSteps: {
        pl: 'Porównaj `dig NAZWA A` i `dig NAZWA AAAA` z zawartością strefy. Dodaj rekord albo zmień typ sprawdzenia.',
        en: 'Compare `dig NAME A` and `dig NAME AAAA` with the zone. Add the record or change the kind of check.',
      },
    },
    {
      id: 103,
      kind: 'dns_server_failure',
      categories: ['dns'],
      name: { pl: 'Błąd serwera DNS (SERVFAIL)', en: 'DNS server failure (SERVFAIL)' },
      description: {
        pl: 'Serwer DNS nie potrafił odpowiedzieć na pytanie i zwrócił SERVFAIL.',
        en: 'The DNS server could not answer the query and returned SERVFAIL.',
      },
      diagnosis: {
        pl: 'Najczęściej nieważne podpisy DNSSEC, milczące serwery autorytatywne albo błąd w pliku strefy.',
        en:
          'Most often broken DNSSEC signatures, authoritative servers that do not answer, or an error in the zone ' +
          'file.',
      },
      nextSteps: {
        pl:
          'Wykonaj `dig NAZWA` i `dig +cd NAZWA`: jeśli działa tylko drugie, winny jest DNSSEC. Zapytaj też wprost ' +
          'każdy serwer z `dig DOMENA NS`.',
        en:
          'Run `dig NAME` and `dig +cd NAME`: if only the second works, DNSSEC is to blame. Ask each server from ' +
          '`dig DOMAIN NS` directly as well.',
      },
    },
    {
      id: 104,
      kind: 'dns_refused',
      categories: ['dns'],
      name: { pl: 'Serwer DNS odmówił odpowiedzi (REFUSED)', en: 'DNS server refused to answer (REFUSED)' },
      description: {
        pl: 'Serwer DNS odrzucił pytanie i zwrócił REFUSED.',
        en: 'The DNS server rejected the query and returned REFUSED.',
      },
      diagnosis: {
        pl:
          'Serwer nie obsługuje tej strefy (złe delegowanie), ogranicza dostęp według adresu pytającego albo ' +
          'limituje liczbę pytań.',
        en:
          'The server does not serve this zone (wrong delegation), limits access by client address, or limits the ' +
          'rate of questions.',
      },
      nextSteps: {
        pl:
          'Sprawdź `dig @SERWER NAZWA` i listy dostępu serwera. Upewnij się, że rekordy NS wskazują serwery, które ' +
          'tę strefę mają.',
        en:
          'Check `dig @SERVER NAME` and the access lists of the server. Make sure the NS records name servers that ' +
          'hold the zone.',
      },
    },
    {
      id: 105,
      kind: 'dns_server_unreachable',
      categories: ['dns'],
      name: { pl: 'Serwer DNS nieosiągalny', en: 'DNS server unreachable' },
      description: {
        pl: 'Nie udało się połączyć z żadnym z podanych serwerów DNS.',
        en: 'None of the given DNS servers could be reached.',
      },
      diagnosis: {
        pl: 'Serwer DNS nie działa, nie nasłuchuje na porcie 53 albo zapora blokuje UDP i TCP 53.',
        en: 'The DNS server is down, does not listen on port 53, or a firewall blocks UDP and TCP 53.',
      },
      nextSteps: {
        pl:
          'Sprawdź `dig @SERWER NAZWA` oraz `dig +tcp @SERWER NAZWA`. Zobacz, czy proces serwera działa i czy zapora ' +
          'przepuszcza port 53.',
        en:
          'Try `dig @SERVER NAME` and `dig +tcp @SERVER NAME`. See whether the server process runs and the firewall ' +
          'lets port 53 through.',
      },
    },
    {
      id: 106,
      kind: 'dns_malformed_answer',
      categories: ['dns'],
      name: { pl: 'Niepoprawna odpowiedź DNS', en: 'Malformed DNS answer' },
      description: {
        pl: 'Odpowiedź serwera DNS jest uszkodzona albo niezgodna z protokołem.',
        en: 'The answer of the DNS server is damaged or violates the protocol.',
      },
      diagnosis: {
        pl:
          'Wadliwy serwer nazw, urządzenie pośredniczące zmieniające pakiety albo serwer, który nie rozumie EDNS ' +
          '(FORMERR, NOTIMP).',
        en:
          'A faulty name server, a device on the way that alters packets, or a server that does not understand EDNS ' +
          '(FORMERR, NOTIMP).',
      },
      nextSteps: {
        pl:
          'Porównaj `dig @SERWER NAZWA` z `dig +noedns @SERWER NAZWA` i `dig +tcp @SERWER NAZWA`. Zaktualizuj serwer ' +
          'lub zaporę.',
        en:
          'Compare `dig @SERVER NAME` with `dig +noedns @SERVER NAME` and `dig +tcp @SERVER NAME`. Update the server ' +
          'or the firewall.',
      },
    },
    {
      id: 107,
      kind: 'dns_unexpected_answer',
      categories: ['dns'],
      name: { pl: 'Nieoczekiwana odpowiedź DNS', en: 'Unexpected DNS answer' },
      description: {
        pl: 'Serwer odpowiedział poprawnie, ale wartości rekordów nie zgadzają się z zapisanymi w ustawieniach usługi.',
        en: 'The server answered correctly, but the records are not the ones in the settings of the service.',
      },
      diagnosis: {
        pl:
          'Zmiana w strefie, niezsynchronizowany serwer zapasowy, stara odpowiedź w pamięci podręcznej albo ' +
          'przejęcie domeny.',
        en: 'A change in the zone, a secondary server out of date, an old cached answer, or a hijacked domain.',
      },
      nextSteps: {
        pl:
          'Zapytaj wszystkie serwery: `dig @SERWER NAZWA TYP` i porównaj numery SOA. Jeśli zmiana jest zamierzona, ' +
          'popraw ustawienia usługi.',
        en:
          'Ask all servers: `dig @SERVER NAME TYPE` and compare SOA serials. If the change is intended, update the ' +
          'settings of the service.',
      },
    },
    {
      id: 108,
      kind: 'dns_temporary_failure',
      categories: ['dns'],
      name: { pl: 'Chwilowy błąd rozwiązywania nazwy', en: 'Temporary name lookup failure' },
      description: {
        pl: 'System rozwiązywania nazw zgłosił błąd przejściowy (EAI_AGAIN) i nie podał adresu.',
        en: 'The resolver reported a temporary error (EAI_AGAIN) and gave no address.',
      },
      diagnosis: {
        pl: 'Krótka niedostępność serwerów autorytatywnych, utrata pakietów albo przeciążony resolver.',
        en: 'Authoritative servers unavailable for a moment, lost packets, or an overloaded resolver.',
      },
      nextSteps: {
        pl: 'Jeśli błąd wraca, sprawdź kilka razy `dig +trace NAZWA` i czasy odpowiedzi każdego serwera nazw domeny.',
        en:
          'If it returns, run `dig +trace NAME` several times and look at the answer times of each name server of ' +
          'the domain.',
      },
    },
  ],
}
