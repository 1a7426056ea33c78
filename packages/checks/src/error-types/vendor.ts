import type { ErrorTypeGroup } from './error-type.ts'

export const vendorErrors: ErrorTypeGroup = {
  id: 'vendor',
  firstId: 2000,
  name: { pl: 'Strona statusu dostawcy', en: 'Vendor status page' },
  description: {
    pl: 'Dostawca ogłasza awarię na swojej stronie statusu albo nie da się z niej odczytać stanu.',
    en: 'The vendor reports an outage on its status page, or its status cannot be read from the page.',
  },
  types: [
    {
      id: 2001,
      kind: 'vendor_outage',
      categories: ['vendor'],
      name: { pl: 'Dostawca ogłasza awarię', en: 'Vendor reports an outage' },
      description: {
        pl: 'Wskaźnik strony statusu osiągnął próg z ustawień usługi.',
        en: 'The indicator of the status page has reached the threshold in the service settings.',
      },
      diagnosis: {
        pl: 'Awaria u dostawcy. Twoje usługi, które z niego korzystają, mogą nie działać z tego samego powodu.',
        en: 'An outage at the vendor. Services of yours that use it may be down for the same reason.',
      },
      nextSteps: {
        pl:
          'Przeczytaj stronę statusu dostawcy i subskrybuj jej powiadomienia. Rozważ przełączenie na rozwiązanie ' +
          'zastępcze i poinformuj użytkowników.',
        en:
          'Read the status page of the vendor and subscribe to its updates. Consider switching to a fallback, and ' +
          'inform your users.',
      },
    },
    {
      id: 2002,
      kind: 'vendor_component_outage',
      categories: ['vendor'],
      name: { pl: 'Dostawca ogłasza awarię komponentu', en: 'Vendor reports an outage of a component' },
      description: {
        pl: 'Stan jednego z wybranych komponentów strony statusu osiągnął próg z ustawień usługi.',
        en: 'The status of one of the chosen components has reached the threshold in the service settings.',
      },
      diagnosis: {
        pl: 'Awaria części systemu dostawcy. Komunikat błędu podaje komponent i opis dostawcy.',
        en: 'An outage of a part of the vendor’s system. The error message names the component and quotes the vendor.',
      },
      nextSteps: {
        pl: 'Sprawdź na stronie statusu, czego dotyczy awaria, i czy Twoje usługi korzystają z tego komponentu.',
        en: 'See on the status page what is affected, and whether your services use that component.',
      },
    },
    {
      id: 2003,
      kind: 'vendor_maintenance',
      categories: ['vendor'],
      name: { pl: 'Prace serwisowe u dostawcy', en: 'Maintenance at the vendor' },
      description: {
        pl: 'Dostawca prowadzi prace serwisowe, a ustawienia usługi liczą je jako awarię.',
        en: 'The vendor is under maintenance, and the service settings count that as a failure.',
      },
      diagnosis: {
        pl: 'Zapowiedziane prace, w czasie których system dostawcy może nie odpowiadać.',
        en: 'Announced work during which the vendor’s system may not respond.',
      },
      nextSteps: {
        pl: 'Sprawdź na stronie statusu, kiedy prace się skończą. Jeśli nie mają znaczenia, wyłącz to ustawienie.',
        en: 'See on the status page when the work ends. If it does not matter to you, turn the setting off.',
      },
    },
    {
      id: 2004,
      kind: 'vendor_page_invalid',
      categories: ['vendor', 'content'],
      name: { pl: 'To nie jest strona statusu', en: 'Not a status page' },
      description: {
        pl: 'Odpowiedź jest w formacie JSON, ale nie jest podsumowaniem strony statusu zgodnej ze Statuspage.',
        en: 'The response is JSON, but not the summary of a Statuspage-compatible status page.',
      },
      diagnosis: {
        pl: 'Adres innej strony, strona innego systemu albo dostawca zmienił format danych.',
        en: 'The address of another page, a page of another system, or a changed format at the vendor.',
      },
      nextSteps: {
        pl: 'Wykonaj `curl -s ADRES/api/v2/summary.json | jq .status`: wynik musi zawierać pole `indicator`.',
        en: 'Run `curl -s URL/api/v2/summary.json | jq .status`: the result must have the field `indicator`.',
      },
    },
    {
      id: 2005,
      kind: 'vendor_component_unknown',
      categories: ['vendor', 'configuration'],
      name: { pl: 'Brak komponentu na stronie statusu', en: 'No such component on the status page' },
      description: {
        pl: 'Strona statusu nie ma komponentu o nazwie ani identyfikatorze z ustawień usługi.',
        en: 'The status page has no component with the name or id in the service settings.',
      },
      diagnosis: {
        pl: 'Literówka albo dostawca zmienił nazwę komponentu lub go usunął.',
        en: 'A typo, or the vendor has renamed or removed the component.',
      },
      nextSteps: {
        pl:
          "Wypisz komponenty: `curl -s ADRES/api/v2/summary.json | jq '.components[] | {id, name}'` i popraw " +
          'ustawienie. Identyfikator nie zmienia się razem z nazwą.',
        en:
          "List the components: `curl -s URL/api/v2/summary.json | jq '.components[] | {id, name}'` and correct the " +
          'setting. The id stays the same when the name changes.',
      },
    },
  ],
}
