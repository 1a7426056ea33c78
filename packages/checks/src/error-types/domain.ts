import type { ErrorTypeGroup } from './error-type.ts'

export const domainErrors: ErrorTypeGroup = {
  id: 'domain',
  firstId: 1400,
  name: { pl: 'Rejestracja domeny', en: 'Domain registration' },
  description: {
    pl: 'Domena wygasła, wkrótce wygaśnie albo nie udało się ustalić jej stanu w rejestrze.',
    en: 'The domain has expired, will expire soon, or its state at the registry could not be determined.',
  },
  types: [
    {
      id: 1401,
      kind: 'domain_expired',
      categories: ['domain'],
      name: { pl: 'Domena wygasła', en: 'Domain expired' },
      description: {
        pl: 'Data ważności domeny w rejestrze już minęła.',
        en: 'The expiry date of the domain at the registry has passed.',
      },
      diagnosis: {
        pl: 'Nie opłacono odnowienia, wygasła karta albo przypomnienia trafiały na nieczytaną skrzynkę.',
        en: 'Renewal was not paid, a card expired, or reminders went to an unattended mailbox.',
      },
      nextSteps: {
        pl:
          'Odnów domenę u rejestratora od razu: przez krótki czas po wygaśnięciu może to zrobić tylko dotychczasowy ' +
          'abonent. Sprawdź `whois DOMENA`.',
        en:
          'Renew at the registrar at once: for a short time after expiry only the previous holder can. Check `whois ' +
          'DOMAIN`.',
      },
    },
    {
      id: 1402,
      kind: 'domain_expiring',
      categories: ['domain'],
      name: { pl: 'Domena wkrótce wygaśnie', en: 'Domain expires soon' },
      description: {
        pl: 'Do daty ważności domeny zostało mniej dni niż próg w ustawieniach usługi.',
        en: 'Fewer days are left to the expiry of the domain than the threshold in the service settings.',
      },
      diagnosis: {
        pl: 'Automatyczne odnawianie jest wyłączone albo nieaktualne są dane do płatności.',
        en: 'Automatic renewal is off, or the payment data is out of date.',
      },
      nextSteps: {
        pl: 'Odnów domenę i włącz automatyczne odnawianie. Potwierdź nową datę: `whois DOMENA`.',
        en: 'Renew the domain and turn automatic renewal on. Confirm the new date: `whois DOMAIN`.',
      },
    },
    {
      id: 1403,
      kind: 'domain_not_found',
      categories: ['domain'],
      name: { pl: 'Domena niezarejestrowana', en: 'Domain not registered' },
      description: {
        pl: 'Rejestr odpowiedział, że takiej domeny nie ma.',
        en: 'The registry answered that there is no such domain.',
      },
      diagnosis: {
        pl: 'Domenę usunięto po wygaśnięciu, w nazwie jest literówka albo podano nazwę hosta zamiast domeny.',
        en: 'The domain was deleted after expiry, the name has a typo, or a host name was given instead of the domain.',
      },
      nextSteps: {
        pl:
          'Sprawdź `whois DOMENA`. Jeśli domena przepadła, skontaktuj się z rejestratorem, zanim zajmie ją ktoś ' +
          'inny.',
        en: 'Check `whois DOMAIN`. If it was lost, talk to the registrar before someone else takes it.',
      },
    },
    {
      id: 1404,
      kind: 'domain_registry_unreachable',
      categories: ['domain'],
      name: { pl: 'Rejestr domen nieosiągalny', en: 'Domain registry unreachable' },
      description: {
        pl: 'Ani serwer RDAP, ani WHOIS rejestru nie odpowiedział.',
        en: 'Neither the RDAP nor the WHOIS server of the registry answered.',
      },
      diagnosis: {
        pl: 'Przerwa po stronie rejestru albo blokada ruchu z sensora na porcie 43. Sama domena może być w porządku.',
        en:
          'An outage at the registry, or traffic from the sensor to port 43 is blocked. The domain itself may be ' +
          'fine.',
      },
      nextSteps: {
        pl:
          'Sprawdź `whois DOMENA` z innej sieci. Jeśli rejestr odpowiada, nic nie rób: następne sprawdzenie powinno ' +
          'się udać.',
        en:
          'Try `whois DOMAIN` from another network. If the registry answers, do nothing: the next check should ' +
          'succeed.',
      },
    },
    {
      id: 1405,
      kind: 'domain_registry_refused',
      categories: ['domain'],
      name: { pl: 'Rejestr domen odmówił odpowiedzi', en: 'Domain registry refused to answer' },
      description: {
        pl: 'Rejestr odpowiedział, ale nie udzielił danych o domenie.',
        en: 'The registry answered but gave no data on the domain.',
      },
      diagnosis: {
        pl: 'Przekroczony limit pytań z adresu sensora, najczęściej przy wielu domenach z tą samą końcówką.',
        en: 'The query limit for the address of the sensor is used up, mostly with many domains of one TLD.',
      },
      nextSteps: {
        pl: 'Wydłuż odstęp między sprawdzeniami domeny: wystarczy raz na dobę.',
        en: 'Lengthen the interval of the domain check: once a day is enough.',
      },
    },
    {
      id: 1406,
      kind: 'domain_expiry_unknown',
      categories: ['domain'],
      name: { pl: 'Nieznana data ważności domeny', en: 'Domain expiry date unknown' },
      description: {
        pl: 'Rejestr potwierdził domenę, ale nie podał daty jej ważności w czytelnej postaci.',
        en: 'The registry confirmed the domain but gave no readable expiry date.',
      },
      diagnosis: {
        pl: 'Niektóre rejestry krajowe nie publikują dat albo zmieniły układ odpowiedzi WHOIS.',
        en: 'Some country registries publish no dates, or changed the layout of their WHOIS answer.',
      },
      nextSteps: {
        pl:
          'Odczytaj datę w panelu rejestratora i pilnuj jej tam. Jeśli `whois DOMENA` datę pokazuje, ' +
          'zgłoś końcówkę administratorowi instalacji.',
        en:
          'Read the date in the panel of the registrar and watch it there. If `whois DOMAIN` does show a date, ' +
          'report the top-level domain to the administrator of the installation.',
      },
    },
    {
      id: 1407,
      kind: 'domain_unsupported',
      categories: ['domain'],
      name: { pl: 'Nieobsługiwana końcówka domeny', en: 'Top-level domain not supported' },
      description: {
        pl: 'Dla tej końcówki nie jest znany serwer RDAP ani WHOIS.',
        en: 'No RDAP or WHOIS server is known for this top-level domain.',
      },
      diagnosis: {
        pl: 'Końcówka wewnętrzna lub zmyślona, literówka albo rejestr, który nie udostępnia danych publicznie.',
        en: 'An internal or made-up top-level domain, a typo, or a registry that publishes no data.',
      },
      nextSteps: {
        pl: 'Sprawdź pisownię i listę końcówek IANA (`whois -h whois.iana.org KOŃCÓWKA`).',
        en: 'Check the spelling and the IANA list (`whois -h whois.iana.org TLD`).',
      },
    },
    {
      id: 1408,
      kind: 'domain_on_hold',
      categories: ['domain'],
      name: { pl: 'Domena wstrzymana', en: 'Domain on hold' },
      description: {
        pl: 'Rejestr pokazuje stan clientHold lub serverHold: domena nie jest publikowana w DNS.',
        en: 'The registry shows clientHold or serverHold: the domain is not published in DNS.',
      },
      diagnosis: {
        pl: 'Niepotwierdzone dane abonenta, zaległa płatność, spór prawny albo zgłoszone nadużycie.',
        en: 'Unconfirmed holder data, an unpaid bill, a legal dispute, or reported abuse.',
      },
      nextSteps: {
        pl: 'Odczytaj stan w `whois DOMENA` i skontaktuj się z rejestratorem: tylko on lub rejestr może znieść wstrzymanie.',
        en: 'Read the status in `whois DOMAIN` and contact the registrar: only the registrar or the registry can remove the hold.',
      },
    },
    {
      id: 1409,
      kind: 'domain_pending_delete',
      categories: ['domain'],
      name: { pl: 'Domena przeznaczona do usunięcia', en: 'Domain about to be deleted' },
      description: {
        pl: 'Rejestr pokazuje stan redemptionPeriod lub pendingDelete.',
        en: 'The registry shows redemptionPeriod or pendingDelete.',
      },
      diagnosis: {
        pl: 'Domena wygasła i nie została odnowiona w czasie podstawowym.',
        en: 'The domain expired and was not renewed in its first grace period.',
      },
      nextSteps: {
        pl:
          'W redemptionPeriod poproś rejestratora o przywrócenie (płatne). Przy pendingDelete zostaje zarejestrować ' +
          'ją ponownie po zwolnieniu.',
        en:
          'In redemptionPeriod ask the registrar to restore it (for a fee). In pendingDelete it can only be ' +
          'registered anew once released.',
      },
    },
  ],
}
