import type { onboarding as english } from './messages.en.ts'

export const onboarding: Readonly<Record<keyof typeof english, string>> = {
  'onboarding.kind': 'Co chcesz monitorować?',
  'onboarding.kind.address': 'Strona lub serwer',
  'onboarding.kind.addressText': 'Sensory sprawdzają adres z zewnątrz.',
  'onboarding.kind.job': 'Zadanie cykliczne (sygnał życia)',
  'onboarding.kind.jobText': 'Kopia zapasowa lub zadanie cron wywołuje URL po każdym zakończeniu.',
  'onboarding.add': 'Dodaj usługę',
  'onboarding.title': 'Dodawanie usługi',
  'onboarding.below': 'Wklej adres; reszta zostanie zaproponowana i można ją później zmienić.',
  'onboarding.steps': 'Kroki',
  'onboarding.step.address': 'Adres',
  'onboarding.step.check': 'Pierwsze sprawdzenie',
  'onboarding.step.contact': 'Kogo zawiadomić',
  'onboarding.step.done': 'Gotowe',
  'onboarding.addressHint': 'Strona, host z portem, serwer poczty, adres IP albo domena.',
  'onboarding.unreadable': 'Z tego adresu nie da się nic odczytać.',
  'onboarding.typeHint': 'Sensory będą sprawdzać {address}',
  'onboarding.sensors': 'Z miejsc: {names}.',
  'onboarding.noSensors':
    'Żaden sensor nie może teraz sprawdzać usług tego typu; sprawdzanie zacznie się, gdy tylko któryś będzie mógł.',
  'onboarding.noRight': 'Nie możesz dodawać usług.',
  'onboarding.full':
    'Pakiet pozwala na {limit, plural, one {# usługę} few {# usługi} other {# usług}} i wszystkie są już w użyciu. Najpierw usuń lub zarchiwizuj którąś.',
  'onboarding.begin': 'Zacznij obserwować',
  'onboarding.checking':
    'Trwa sprawdzanie: {name}. {count, plural, =0 {Żaden sensor jeszcze nie odpowiedział} one {Odpowiedział # sensor} few {Odpowiedziały # sensory} other {Odpowiedziało # sensorów}}.',
  'onboarding.checked':
    'Sprawdzono: {name}, {count, plural, one {# sensor} few {# sensory} other {# sensorów}}. Dalej robią to same.',
  'onboarding.waiting': 'czekamy na odpowiedź…',
  'onboarding.patience':
    'Pierwsze odpowiedzi przychodzą w ciągu minuty. Nie trzeba czekać: wyniki pojawią się też na pulpicie.',
  'onboarding.next': 'Dalej',
  'onboarding.goOn': 'Dalej bez czekania',
  'onboarding.contactText': 'Kto ma dostać wiadomość, gdy usługa ulegnie awarii i gdy znów zacznie działać?',
  'onboarding.contactName': 'Imię i nazwisko',
  'onboarding.rule': 'Awarie',
  'onboarding.save': 'Zapisz',
  'onboarding.skip': 'Pomiń',
  'onboarding.watched': '{name}: obserwacja trwa od teraz.',
  'onboarding.told': 'O awariach wszystkich usług dowie się {address}.',
  'onboarding.confirm':
    'Wysłaliśmy link na adres {address}. Po jego potwierdzeniu będą tam przychodzić wiadomości o każdej awarii.',
  'onboarding.nobodyTold': 'Nikt nowy nie dowie się o awariach. Kontakty można dodać w każdej chwili.',
  'onboarding.look': 'Zobacz usługę',
  'onboarding.another': 'Dodaj następną',
}
