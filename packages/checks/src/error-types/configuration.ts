import type { ErrorTypeGroup } from './error-type.ts'

export const configurationErrors: ErrorTypeGroup = {
  id: 'configuration',
  firstId: 1800,
  name: { pl: 'Ustawienia usługi', en: 'Service settings' },
  description: {
    pl: 'Sprawdzenia nie można wykonać przy obecnych ustawieniach usługi.',
    en: 'The check cannot be carried out with the current settings of the service.',
  },
  types: [
    {
      id: 1801,
      kind: 'address_invalid',
      categories: ['configuration'],
      name: { pl: 'Niepoprawny adres usługi', en: 'Invalid service address' },
      description: {
        pl: 'Adresu usługi nie da się odczytać jako adresu właściwego dla jej typu.',
        en: 'The address of the service cannot be read as an address of its type.',
      },
      diagnosis: {
        pl: 'Literówka, spacja, brak protokołu lub zły port, najczęściej po imporcie z innego systemu.',
        en: 'A typo, a space, a missing scheme or a wrong port, mostly after an import from another system.',
      },
      nextSteps: {
        pl: 'Popraw adres w ustawieniach usługi i wybierz „Sprawdź teraz”.',
        en: 'Correct the address in the service settings and choose "Check now".',
      },
    },
    {
      id: 1802,
      kind: 'address_forbidden',
      categories: ['configuration', 'connect'],
      name: { pl: 'Adres niedozwolony dla sensora', en: 'Address forbidden to the sensor' },
      description: {
        pl: 'Nazwa usługi wskazuje adres, z którym sensor nie może się łączyć: prywatny, lokalny lub zastrzeżony.',
        en: 'The name of the service points at an address the sensor may not connect to: private, local or reserved.',
      },
      diagnosis: {
        pl: 'Usługa wewnętrzna sprawdzana z publicznego sensora, rekord DNS z adresem prywatnym albo próba nadużycia.',
        en:
          'An internal service checked from a public sensor, a DNS record with a private address, or an attempt at ' +
          'abuse.',
      },
      nextSteps: {
        pl: 'Sprawdź `dig NAZWA A` i `dig NAZWA AAAA`. Usługi w sieci prywatnej monitoruj z prywatnego sensora.',
        en: 'Check `dig NAME A` and `dig NAME AAAA`. Monitor services of a private network with a private sensor.',
      },
    },
    {
      id: 1803,
      kind: 'settings_invalid',
      categories: ['configuration'],
      name: { pl: 'Ustawień nie da się zastosować', en: 'Settings cannot be applied' },
      description: {
        pl: 'Sensor nie potrafi wykonać sprawdzenia z zapisanymi ustawieniami.',
        en: 'The sensor cannot carry out the check with the stored settings.',
      },
      diagnosis: {
        pl:
          'Sprzeczne ustawienia, wzorzec odrzucony przez sensor albo klucz lub certyfikat, którego nie da się ' +
          'wczytać.',
        en: 'Contradictory settings, a pattern the sensor rejects, or a key or certificate that cannot be loaded.',
      },
      nextSteps: {
        pl: 'Otwórz ustawienia usługi, popraw pole wskazane w komunikacie błędu i zapisz je ponownie.',
        en: 'Open the service settings, correct the field named in the error message and save again.',
      },
    },
    {
      id: 1804,
      kind: 'pattern_too_slow',
      categories: ['configuration', 'content'],
      name: { pl: 'Zbyt złożony wzorzec', en: 'Pattern too complex' },
      description: {
        pl: 'Dopasowanie wzorca do treści trwało zbyt długo i zostało przerwane.',
        en: 'Matching the pattern against the content took too long and was stopped.',
      },
      diagnosis: {
        pl: 'Zagnieżdżone powtórzenia we wzorcu, na przykład `(a+)+`, albo bardzo duża treść.',
        en: 'Nested repetition in the pattern, such as `(a+)+`, or very large content.',
      },
      nextSteps: {
        pl: 'Uprość wzorzec: szukaj stałego fragmentu tekstu i unikaj powtórzeń wewnątrz powtórzeń.',
        en: 'Simplify the pattern: look for a fixed piece of text and avoid repetition within repetition.',
      },
    },
  ],
}
