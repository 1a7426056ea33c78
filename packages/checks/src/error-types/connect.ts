import type { ErrorTypeGroup } from './error-type.ts'

export const connectErrors: ErrorTypeGroup = {
  id: 'connect',
  firstId: 200,
  name: { pl: 'Połączenie sieciowe', en: 'Network connection' },
  description: {
    pl: 'Adres jest znany, ale połączenia z nim nie udało się nawiązać lub utrzymać.',
    en: 'The address is known, but a connection to it could not be made or kept.',
  },
  types: [
    {
      id: 201,
      kind: 'connection_refused',
      categories: ['connect'],
      name: { pl: 'Połączenie odrzucone', en: 'Connection refused' },
      description: {
        pl: 'Serwer odpowiada, ale na tym porcie odrzuca połączenia (ECONNREFUSED).',
        en: 'The host answers but refuses connections on this port (ECONNREFUSED).',
      },
      diagnosis: {
        pl:
          'Program nie działa, nasłuchuje na innym porcie lub tylko lokalnie albo zapora odrzuca połączenie pakietem ' +
          'RST.',
        en: 'The program is not running, listens on another port or only locally, or a firewall rejects with RST.',
      },
      nextSteps: {
        pl:
          'Na serwerze sprawdź `ss -ltnp` i dziennik programu, z zewnątrz `nc -vz HOST PORT`. Uruchom program lub ' +
          'popraw adres nasłuchu.',
        en:
          'On the server look at `ss -ltnp` and the program log, from outside at `nc -vz HOST PORT`. Start the ' +
          'program or fix its listen address.',
      },
    },
    {
      id: 202,
      kind: 'connection_reset',
      categories: ['connect'],
      name: { pl: 'Połączenie zerwane przez drugą stronę', en: 'Connection reset by peer' },
      description: {
        pl: 'Druga strona zerwała połączenie pakietem RST (ECONNRESET lub EPIPE) przed końcem wymiany.',
        en: 'The other side cut the connection with RST (ECONNRESET or EPIPE) before the exchange was over.',
      },
      diagnosis: {
        pl:
          'Awaria lub restart procesu, przepełniona kolejka połączeń, limit w load balancerze albo zapora lub ' +
          'IDS.',
        en:
          'A crash or restart of the process, a full connection queue, a limit in the load balancer, or a firewall ' +
          'or IDS.',
      },
      nextSteps: {
        pl:
          'Przejrzyj dziennik programu i `dmesg` z tej chwili, zdarzenia OOM i limity load balancera. Powtórz `curl -v ' +
          'ADRES`.',
        en:
          'Read the program log and `dmesg` of that moment, OOM events and load balancer limits. Repeat with `curl ' +
          '-v URL`.',
      },
    },
    {
      id: 203,
      kind: 'connection_closed',
      categories: ['connect'],
      name: { pl: 'Połączenie zamknięte przed odpowiedzią', en: 'Connection closed before an answer' },
      description: {
        pl: 'Serwer przyjął połączenie i zamknął je, nie przysyłając odpowiedzi.',
        en: 'The server accepted the connection and closed it without sending an answer.',
      },
      diagnosis: {
        pl: 'Proces padł przy obsłudze żądania, serwer odrzuca klienta po adresie albo na porcie działa inny protokół.',
        en:
          'The process died on the request, the server turns the client away by address, or the port speaks another ' +
          'protocol.',
      },
      nextSteps: {
        pl:
          'Sprawdź `curl -v ADRES` oraz `nc HOST PORT` i porównaj z dziennikiem serwera. Upewnij się, że port i ' +
          'protokół są właściwe.',
        en:
          'Try `curl -v URL` and `nc HOST PORT` and compare with the server log. Make sure port and protocol are ' +
          'right.',
      },
    },
    {
      id: 204,
      kind: 'host_unreachable',
      categories: ['connect'],
      name: { pl: 'Host nieosiągalny', en: 'Host unreachable' },
      description: {
        pl: 'Sieć zgłosiła, że do tego hosta nie można dotrzeć (EHOSTUNREACH).',
        en: 'The network reported that this host cannot be reached (EHOSTUNREACH).',
      },
      diagnosis: {
        pl:
          'Serwer jest wyłączony lub odłączony, ostatni router nie zna jego adresu MAC albo zapora odpowiada ' +
          'komunikatem ICMP.',
        en:
          'The server is off or unplugged, the last router cannot resolve its MAC address, or a firewall answers by ' +
          'ICMP.',
      },
      nextSteps: {
        pl:
          'Wykonaj `mtr HOST` i zobacz, gdzie kończy się trasa. Sprawdź zasilanie, interfejs sieciowy i konsolę ' +
          'serwera.',
        en:
          'Run `mtr HOST` and see where the route ends. Check power, network interface and the console of the ' +
          'server.',
      },
    },
    {
      id: 205,
      kind: 'network_unreachable',
      categories: ['connect'],
      name: { pl: 'Sieć nieosiągalna', en: 'Network unreachable' },
      description: {
        pl: 'Nie ma trasy do sieci, w której jest adres usługi (ENETUNREACH).',
        en: 'There is no route to the network that holds the address of the service (ENETUNREACH).',
      },
      diagnosis: {
        pl: 'Awaria łącza lub routera, wycofany prefiks BGP albo adres IPv6 sprawdzany bez łączności IPv6.',
        en:
          'A link or router is down, a BGP prefix was withdrawn, or an IPv6 address is checked without IPv6 ' +
          'connectivity.',
      },
      nextSteps: {
        pl:
          'Wykonaj `traceroute HOST` z kilku sieci i sprawdź widoczność prefiksu w serwisie looking glass. Zgłoś to ' +
          'operatorowi łącza.',
        en:
          'Run `traceroute HOST` from several networks and look the prefix up in a looking glass. Tell the network ' +
          'operator.',
      },
    },
    {
      id: 206,
      kind: 'connection_timed_out',
      categories: ['connect'],
      name: { pl: 'Druga strona przestała odpowiadać', en: 'Peer stopped responding' },
      description: {
        pl: 'Nawiązane połączenie zamilkło i system uznał je za utracone (ETIMEDOUT).',
        en: 'An established connection stopped responding, and the operating system closed it (ETIMEDOUT).',
      },
      diagnosis: {
        pl: 'Serwer zawiesił się lub stracił zasilanie, zapora zapomniała stan połączenia albo zmieniła się trasa.',
        en: 'The server hung or lost power, a firewall forgot the connection state, or the route changed.',
      },
      nextSteps: {
        pl: 'Sprawdź `ping HOST` i `mtr HOST`, obciążenie serwera oraz liczbę stanów na zaporze.',
        en: 'Check `ping HOST` and `mtr HOST`, the load of the server, and the state table of the firewall.',
      },
    },
    {
      id: 207,
      kind: 'address_family_unavailable',
      categories: ['connect'],
      name: { pl: 'Brak adresu w tej rodzinie IP', en: 'No usable address of this IP family' },
      description: {
        pl: 'Pod adresem usługi nie da się połączyć w tej wersji IP (EADDRNOTAVAIL lub EAFNOSUPPORT).',
        en: 'The address of the service cannot be used with its IP version (EADDRNOTAVAIL or EAFNOSUPPORT).',
      },
      diagnosis: {
        pl: 'Nazwa wskazuje tylko adresy wersji IP, której sensor nie używa, lub adres zastrzeżony, na przykład `::`.',
        en:
          'The name points only at addresses of an IP version that the sensor does not use, or at a reserved address ' +
          'such as `::`.',
      },
      nextSteps: {
        pl: 'Sprawdź `dig NAZWA A` i `dig NAZWA AAAA`. Popraw rekord lub wybierz sensor, który używa tej wersji IP.',
        en: 'Check `dig NAME A` and `dig NAME AAAA`. Fix the record or choose a sensor that uses this IP version.',
      },
    },
  ],
}
