import type { ErrorTypeGroup } from './error-type.ts'

export const scenarioErrors: ErrorTypeGroup = {
  id: 'scenario',
  firstId: 1500,
  name: { pl: 'Scenariusz', en: 'Scenario' },
  description: {
    pl: 'Kroki scenariusza nie dały się wykonać do końca.',
    en: 'The steps of the scenario could not be carried out to the end.',
  },
  types: [
    {
      id: 1501,
      kind: 'scenario_step_failed',
      categories: ['scenario'],
      name: { pl: 'Niepowodzenie kroku scenariusza', en: 'Scenario step failed' },
      description: {
        pl: 'Krok scenariusza zakończył się błędem, który nie ma własnego rodzaju.',
        en: 'A step of the scenario failed with an error that has no type of its own.',
      },
      diagnosis: {
        pl: 'Zmiana w aplikacji: inny adres, formularz lub warunek, od którego zależy krok.',
        en: 'A change in the application: another address, form or condition the step relies on.',
      },
      nextSteps: {
        pl: 'Sprawdź numer kroku i komunikat błędu, powtórz kroki ręcznie i popraw ten, który się nie zgadza.',
        en: 'Look at the step number and the error message, repeat the steps manually and fix the one that differs.',
      },
    },
    {
      id: 1502,
      kind: 'scenario_variable_missing',
      categories: ['scenario'],
      name: { pl: 'Nie znaleziono wartości zmiennej', en: 'Variable value not found' },
      description: {
        pl: 'W odpowiedzi kroku nie było wartości, którą scenariusz miał z niej odczytać.',
        en: 'The response of the step did not contain the value that the scenario reads from it.',
      },
      diagnosis: {
        pl: 'Zmieniony układ strony lub danych, nieudane logowanie we wcześniejszym kroku albo wygasły token.',
        en: 'A changed page or data layout, a login that failed in an earlier step, or an expired token.',
      },
      nextSteps: {
        pl: 'Obejrzyj zapisaną treść kroku w dowodach i popraw wzorzec lub ścieżkę JSON tej zmiennej.',
        en: 'Read the stored content of the step in the evidence and fix the pattern or JSON path of the variable.',
      },
    },
    {
      id: 1503,
      kind: 'scenario_variable_undefined',
      categories: ['scenario', 'configuration'],
      name: { pl: 'Użyto nieustawionej zmiennej', en: 'Undefined variable used' },
      description: {
        pl: 'Krok korzysta ze zmiennej, której żaden wcześniejszy krok nie ustawił.',
        en: 'The step uses a variable that no earlier step has set.',
      },
      diagnosis: {
        pl: 'Literówka w nazwie, zmieniona kolejność kroków albo usunięty krok, który ją ustawiał.',
        en: 'A typo in the name, a changed order of steps, or the step that set it was removed.',
      },
      nextSteps: {
        pl: 'Porównaj nazwy zmiennych we wszystkich krokach i przywróć ten, który ustawia brakującą.',
        en: 'Compare the variable names of all steps and restore the one that sets the missing variable.',
      },
    },
    {
      id: 1504,
      kind: 'scenario_address_invalid',
      categories: ['scenario', 'configuration'],
      name: { pl: 'Niepoprawny adres kroku', en: 'Invalid address of a step' },
      description: {
        pl: 'Po podstawieniu zmiennych adres kroku nie jest poprawnym adresem URL.',
        en: 'After its variables are replaced, the address of the step is not a valid URL.',
      },
      diagnosis: {
        pl: 'Zmienna jest pusta, zawiera spację lub cały adres zamiast fragmentu.',
        en: 'A variable is empty, contains a space, or holds a whole address instead of a part.',
      },
      nextSteps: {
        pl: 'Sprawdź w komunikacie błędu, jaki adres powstał, i popraw wzorzec zmiennej lub adres kroku.',
        en: 'See the resulting address in the error message, and fix the pattern of the variable or the address of the step.',
      },
    },
  ],
}
