import type { onboarding as english } from './messages.en.ts'

export const onboarding: Readonly<Record<keyof typeof english, string>> = {
  'onboarding.kind': 'Co chcesz monitorować?',
  'onboarding.kind.address': 'Strona lub serwer',
  'onboarding.kind.addressText': 'Sensory sprawdzają adres z zewnątrz.',
  'onboarding.kind.job': 'Zadanie cykliczne (heartbeat)',
  'onboarding.kind.jobText': 'Kopia zapasowa lub zadanie cron wywołuje URL po każdym zakończeniu.',
  'onboarding.add': 'Dodaj usługę',
  'onboarding.title': 'Dodaj usługę',
  'onboarding.below': 'Wklej adres. Resztę zaproponujemy, a Ty możesz ją później zmienić.',
  'onboarding.belowJob':
    'Podaj nazwę zadania i jak często się uruchamia. Otrzymasz URL, który zadanie wywoła po zakończeniu.',
  'onboarding.steps': 'Kroki',
  'onboarding.step.address': 'Adres',
  'onboarding.step.check': 'Pierwsze sprawdzenie',
  'onboarding.step.job': 'Zadanie',
  'onboarding.step.signal': 'Pierwszy sygnał',
  'onboarding.step.contact': 'Powiadomienia',
  'onboarding.step.done': 'Gotowe',
  'onboarding.addressHint': 'Strona, host z portem, serwer poczty, adres IP albo domena.',
  'onboarding.unreadable': 'Niepoprawny adres. Wpisz URL, nazwę hosta albo adres IP.',
  'onboarding.typeHint': 'Sensory będą sprawdzać {address}',
  'onboarding.sensors': 'Sprawdzają: {names}.',
  'onboarding.noSensors':
    'Żaden sensor nie obsługuje jeszcze tego typu. Sprawdzenia zaczną się, gdy tylko będzie to możliwe.',
  'onboarding.noRight': 'Nie masz uprawnień do dodawania usług.',
  'onboarding.full':
    'Osiągnięto limit pakietu: {limit, plural, one {# usługa} few {# usługi} other {# usług}}. Najpierw usuń lub zarchiwizuj jedną z nich.',
  'onboarding.firstStep': 'Strona główna',
  'onboarding.scenario': 'Scenariusz zacznie od kroku, który otwiera ten adres. Kolejne kroki dodasz w ustawieniach.',
  'onboarding.begin': 'Zacznij monitorować',
  'onboarding.checking':
    'Sprawdzanie: {name}. {count, plural, =0 {Żaden sensor jeszcze nie odpowiedział} one {Odpowiedział # sensor} few {Odpowiedziały # sensory} other {Odpowiedziało # sensorów}}.',
  'onboarding.checked':
    'Sprawdzono {name} z {count, plural, one {# sensora} other {# sensorów}}. Dalsze sprawdzenia odbywają się automatycznie.',
  'onboarding.waiting': 'czekamy na wynik…',
  'onboarding.patience':
    'Pierwsze wyniki przychodzą w ciągu minuty. Możesz przejść dalej; pojawią się też na pulpicie.',
  'onboarding.next': 'Dalej',
  'onboarding.goOn': 'Dalej bez czekania',
  'onboarding.contactText': 'Kogo powiadomić o awarii usługi {name} i o jej powrocie do normy?',
  'onboarding.rule': 'Awaria: {name}',
  'onboarding.already': 'powiadamia już reguła „{rule}”',
  'onboarding.save': 'Zapisz',
  'onboarding.skip': 'Pomiń',
  'onboarding.watched': 'Usługa {name} jest monitorowana.',
  'onboarding.notified': 'O awarii usługi {name} powiadomimy: {names}.',
  'onboarding.confirm': 'Wysłaliśmy link na {address}. Powiadomienia będą tam przychodzić po potwierdzeniu adresu.',
  'onboarding.notNotified': 'Nie dodano odbiorcy. Kontakty możesz dodać w każdej chwili.',
  'onboarding.look': 'Zobacz usługę',
  'onboarding.another': 'Dodaj kolejną usługę',
}
