import type { ErrorTypeGroup } from './error-type.ts'

export const contentErrors: ErrorTypeGroup = {
  id: 'content',
  firstId: 700,
  name: { pl: 'Treść odpowiedzi', en: 'Content' },
  description: {
    pl: 'Odpowiedź przyszła w całości, ale jej treść nie jest taka, jakiej oczekują ustawienia usługi.',
    en: 'The response arrived complete, but its content is not what the service settings expect.',
  },
  types: [
    {
      id: 701,
      kind: 'content_text_missing',
      categories: ['content'],
      name: { pl: 'Brak oczekiwanego tekstu', en: 'Expected text missing' },
      description: {
        pl: 'W treści nie znaleziono tekstu lub wzorca, który powinien w niej być.',
        en: 'The text or pattern that should be in the content was not found.',
      },
      diagnosis: {
        pl: 'Strona błędu ze statusem 200, pusta strona po błędzie bazy, zmieniony wygląd albo inna wersja językowa.',
        en:
          'An error page with status 200, an empty page after a database fault, a new layout, or another language ' +
          'version.',
      },
      nextSteps: {
        pl:
          'Obejrzyj zapisaną treść w dowodach i porównaj z `curl -s ADRES`. Jeśli strona jest dobra, popraw ' +
          'wzorzec.',
        en:
          'Read the stored content in the evidence and compare with `curl -s URL`. If the page is right, fix the ' +
          'pattern.',
      },
    },
    {
      id: 702,
      kind: 'content_text_forbidden',
      categories: ['content'],
      name: { pl: 'Znaleziono zabroniony tekst', en: 'Forbidden text found' },
      description: {
        pl: 'W treści jest tekst lub wzorzec, którego być nie powinno.',
        en: 'The content contains a text or pattern that must not be there.',
      },
      diagnosis: {
        pl: 'Komunikat o błędzie na stronie, tryb serwisowy, strona zastępcza dostawcy albo podmieniona treść.',
        en: 'An error message on the page, maintenance mode, a placeholder of the provider, or defaced content.',
      },
      nextSteps: {
        pl: 'Obejrzyj zapisaną treść w dowodach. Przy podejrzeniu włamania odłącz stronę i zabezpiecz dzienniki.',
        en:
          'Read the stored content in the evidence. If a break-in is suspected, take the page offline and keep ' +
          'the logs.',
      },
    },
    {
      id: 703,
      kind: 'content_empty',
      categories: ['content'],
      name: { pl: 'Pusta treść', en: 'Empty content' },
      description: {
        pl: 'Serwer odpowiedział poprawnie, ale bez żadnej treści.',
        en: 'The server answered properly, but with no content at all.',
      },
      diagnosis: {
        pl: 'Błąd aplikacji przy wyłączonym wyświetlaniu błędów, pusty plik po wdrożeniu albo pełny dysk.',
        en: 'An application fault with error display off, an empty file after a deployment, or a full disk.',
      },
      nextSteps: {
        pl: 'Sprawdź `curl -si ADRES`, dziennik błędów aplikacji i `df -h`.',
        en: 'Check `curl -si URL`, the error log of the application, and `df -h`.',
      },
    },
    {
      id: 704,
      kind: 'content_json_invalid',
      categories: ['content'],
      name: { pl: 'Niepoprawny JSON', en: 'Invalid JSON' },
      description: { pl: 'Treści nie da się odczytać jako JSON.', en: 'The content cannot be read as JSON.' },
      diagnosis: {
        pl: 'Strona błędu HTML zamiast danych, ostrzeżenie dopisane przed JSON-em albo urwana odpowiedź.',
        en: 'An HTML error page instead of data, a warning printed before the JSON, or a cut answer.',
      },
      nextSteps: {
        pl: 'Wykonaj `curl -s ADRES | jq .`; błąd wskaże miejsce. Porównaj z treścią zapisaną w dowodach.',
        en: 'Run `curl -s URL | jq .`; the error shows the place. Compare with the stored content in the evidence.',
      },
    },
    {
      id: 705,
      kind: 'content_json_path_missing',
      categories: ['content'],
      name: { pl: 'Brak pola w danych JSON', en: 'Field missing in the JSON data' },
      description: {
        pl: 'W danych nie ma pola wskazanego ścieżką JSON w ustawieniach usługi.',
        en: 'The data has no field at the JSON path in the service settings.',
      },
      diagnosis: {
        pl: 'Zmiana API aplikacji, inny kształt odpowiedzi przy błędzie albo pusta lista wyników.',
        en: 'A changed API of the application, another shape on error, or an empty list of results.',
      },
      nextSteps: {
        pl: 'Obejrzyj dane: `curl -s ADRES | jq .` i popraw ścieżkę lub aplikację.',
        en: 'Look at the data: `curl -s URL | jq .` and fix the path or the application.',
      },
    },
    {
      id: 706,
      kind: 'content_json_mismatch',
      categories: ['content'],
      name: { pl: 'Nieoczekiwana wartość w danych JSON', en: 'Unexpected value in the JSON data' },
      description: {
        pl: 'Pole wskazane ścieżką JSON istnieje, ale ma inną wartość niż oczekiwana.',
        en: 'The field at the JSON path exists, but its value is not the expected one.',
      },
      diagnosis: {
        pl: 'Strona stanu zgłasza niesprawny składnik, na przykład bazę danych lub kolejkę, albo zmieniła się wersja.',
        en: 'A health page reports a broken component, such as the database or a queue, or the version changed.',
      },
      nextSteps: {
        pl: 'Odczytaj wartość: `curl -s ADRES | jq ŚCIEŻKA` i sprawdź składnik, którego dotyczy.',
        en: 'Read the value: `curl -s URL | jq PATH` and check the component that it refers to.',
      },
    },
    {
      id: 707,
      kind: 'content_too_small',
      categories: ['content'],
      name: { pl: 'Treść krótsza niż oczekiwana', en: 'Content smaller than expected' },
      description: {
        pl: 'Odpowiedź ma mniej bajtów niż minimum w ustawieniach usługi.',
        en: 'The response has fewer bytes than the minimum in the service settings.',
      },
      diagnosis: {
        pl: 'Strona zastępcza, brak części treści po błędzie aplikacji albo ucięty plik.',
        en: 'A placeholder page, parts missing after an application fault, or a truncated file.',
      },
      nextSteps: {
        pl: "Zmierz: `curl -so /dev/null -w '%{size_download}\\n' ADRES` i obejrzyj treść w dowodach.",
        en: "Measure: `curl -so /dev/null -w '%{size_download}\\n' URL` and read the content in the evidence.",
      },
    },
    {
      id: 708,
      kind: 'content_too_large',
      categories: ['content'],
      name: { pl: 'Treść dłuższa niż oczekiwana', en: 'Content larger than expected' },
      description: {
        pl: 'Odpowiedź ma więcej bajtów niż maksimum w ustawieniach usługi.',
        en: 'The response has more bytes than the maximum in the service settings.',
      },
      diagnosis: {
        pl: 'Włączony tryb diagnostyczny, wydruk błędu na stronie, dołączony obcy kod albo naturalny wzrost danych.',
        en: 'Debugging left on, an error dump on the page, injected foreign code, or natural growth of the data.',
      },
      nextSteps: {
        pl: 'Porównaj treść w dowodach z wcześniejszą. Jeśli wzrost jest uzasadniony, podnieś granicę.',
        en: 'Compare the content in the evidence with an earlier one. If the growth is justified, raise the limit.',
      },
    },
    {
      id: 709,
      kind: 'content_type_mismatch',
      categories: ['content'],
      name: { pl: 'Nieoczekiwany typ treści', en: 'Unexpected content type' },
      description: {
        pl: 'Nagłówek Content-Type różni się od oczekiwanego.',
        en: 'The Content-Type header differs from the expected one.',
      },
      diagnosis: {
        pl: 'Strona HTML z błędem zamiast JSON lub pliku albo zła konfiguracja typów na serwerze.',
        en: 'An HTML error page instead of JSON or a file, or wrong type mapping on the server.',
      },
      nextSteps: {
        pl: 'Sprawdź `curl -sI ADRES` i konfigurację typów MIME serwera.',
        en: 'Check `curl -sI URL` and the MIME type configuration of the server.',
      },
    },
  ],
}
