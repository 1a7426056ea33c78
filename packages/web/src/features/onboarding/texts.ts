import { createTexts } from '../../app/i18n/own-texts.ts'

/** The texts of adding a service, which are loaded with its page. */
export const onboardingTexts = createTexts({
  'onboarding.kind': { en: 'What do you want to monitor?', pl: 'Co chcesz monitorować?' },
  'onboarding.kind.address': { en: 'A website or server', pl: 'Strona lub serwer' },
  'onboarding.kind.addressText': {
    en: 'Sensors check its address from outside.',
    pl: 'Sensory sprawdzają adres z zewnątrz.',
  },
  'onboarding.kind.job': { en: 'A scheduled job (heartbeat)', pl: 'Zadanie cykliczne (heartbeat)' },
  'onboarding.kind.jobText': {
    en: 'A backup or cron job calls a URL each time it ends.',
    pl: 'Skrypt kopii zapasowej lub zadanie cron wywołuje URL po każdym zakończeniu.',
  },
  'onboarding.title': { en: 'Add service', pl: 'Dodaj usługę' },
  'onboarding.below': {
    en: 'Paste an address. We suggest the rest, and you can change it later.',
    pl: 'Wklej adres. Resztę zaproponujemy, a Ty możesz ją później zmienić.',
  },
  'onboarding.belowJob': {
    en: 'Name the job and say how often it runs. You get a URL that the job calls when it ends.',
    pl: 'Podaj nazwę zadania i jak często się uruchamia. Otrzymasz URL, który zadanie wywoła po zakończeniu.',
  },
  'onboarding.steps': { en: 'Steps', pl: 'Kroki' },
  'onboarding.step.address': { en: 'Address', pl: 'Adres' },
  'onboarding.step.check': { en: 'First check', pl: 'Pierwsze sprawdzenie' },
  'onboarding.step.job': { en: 'Job', pl: 'Zadanie' },
  'onboarding.step.signal': { en: 'First signal', pl: 'Pierwszy sygnał' },
  'onboarding.step.contact': { en: 'Notifications', pl: 'Powiadomienia' },
  'onboarding.step.done': { en: 'Done', pl: 'Gotowe' },
  'onboarding.addressHint': {
    en: 'A page, a host with a port, a mail server, an IP address or a domain.',
    pl: 'Strona, host z portem, serwer poczty, adres IP albo domena.',
  },
  'onboarding.unreadable': {
    en: 'Invalid address. Enter a URL, a host name or an IP address.',
    pl: 'Niepoprawny adres. Wpisz URL, nazwę hosta albo adres IP.',
  },
  'onboarding.typeHint': { en: 'Sensors will check {address}', pl: 'Sensory będą sprawdzać {address}' },
  'onboarding.sensors': { en: 'Checked from {names}.', pl: 'Sprawdzają: {names}.' },
  'onboarding.noSensors': {
    en: 'No sensor supports this type yet. Checks start as soon as one does.',
    pl: 'Żaden sensor nie obsługuje jeszcze tego typu. Sprawdzenia zaczną się, gdy tylko będzie to możliwe.',
  },
  'onboarding.noRight': {
    en: "You don't have permission to add services.",
    pl: 'Nie masz uprawnień do dodawania usług.',
  },
  'onboarding.full': {
    en: 'You have reached the limit of your package: {limit, plural, one {# service} other {# services}}. Delete or archive one first.',
    pl: 'Osiągnięto limit pakietu: {limit, plural, one {# usługa} few {# usługi} other {# usług}}. Najpierw usuń lub zarchiwizuj jedną z nich.',
  },
  'onboarding.firstStep': { en: 'Start page', pl: 'Strona główna' },
  'onboarding.scenario': {
    en: 'The scenario starts with one step that opens this address. Add the others in its settings.',
    pl: 'Scenariusz zacznie od kroku, który otwiera ten adres. Kolejne kroki dodasz w ustawieniach.',
  },
  'onboarding.begin': { en: 'Start monitoring', pl: 'Zacznij monitorować' },
  'onboarding.checking': {
    en: 'Checking {name}. {count, plural, =0 {No sensor has answered yet} one {# sensor has answered} other {# sensors have answered}}.',
    pl: 'Sprawdzanie: {name}. {count, plural, =0 {Żaden sensor jeszcze nie odpowiedział} one {Odpowiedział # sensor} few {Odpowiedziały # sensory} other {Odpowiedziało # sensorów}}.',
  },
  'onboarding.checked': {
    en: '{name} has been checked from {count, plural, one {# sensor} other {# sensors}}. Checks continue automatically.',
    pl: 'Sprawdzono {name} z {count, plural, one {# sensora} other {# sensorów}}. Dalsze sprawdzenia odbywają się automatycznie.',
  },
  'onboarding.waiting': { en: 'waiting for the result…', pl: 'czekamy na wynik…' },
  'onboarding.patience': {
    en: 'The first results arrive within a minute. You can continue; they also appear on the dashboard.',
    pl: 'Pierwsze wyniki przychodzą w ciągu minuty. Możesz przejść dalej; pojawią się też na pulpicie.',
  },
  'onboarding.next': { en: 'Next', pl: 'Dalej' },
  'onboarding.goOn': { en: 'Continue without waiting', pl: 'Dalej bez czekania' },
  'onboarding.contactText': {
    en: 'Who should be notified when {name} goes down and when it recovers?',
    pl: 'Kogo powiadomić o awarii usługi {name} i o jej powrocie do normy?',
  },
  'onboarding.rule': { en: '{name} is down', pl: 'Awaria: {name}' },
  'onboarding.already': { en: 'already notified by “{rule}”', pl: 'powiadamia już reguła „{rule}”' },
  'onboarding.save': { en: 'Save', pl: 'Zapisz' },
  'onboarding.skip': { en: 'Skip', pl: 'Pomiń' },
  'onboarding.watched': { en: '{name} is now monitored.', pl: 'Usługa {name} jest monitorowana.' },
  'onboarding.notified': {
    en: 'When {name} goes down, we notify {names}.',
    pl: 'O awarii usługi {name} powiadomimy: {names}.',
  },
  'onboarding.confirm': {
    en: 'We have sent a link to {address}. Notifications go there once the address is confirmed.',
    pl: 'Wysłaliśmy link na {address}. Powiadomienia będą tam przychodzić po potwierdzeniu adresu.',
  },
  'onboarding.notNotified': {
    en: 'No recipient was added. You can add contacts at any time.',
    pl: 'Nie dodano odbiorcy. Kontakty możesz dodać w każdej chwili.',
  },
  'onboarding.look': { en: 'View service', pl: 'Zobacz usługę' },
  'onboarding.another': { en: 'Add another service', pl: 'Dodaj kolejną usługę' },
})
