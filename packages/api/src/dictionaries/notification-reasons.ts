import { defineDictionary, type Entry } from './dictionary.ts'

type Wording = readonly [id: string, pl: string, en: string, plDescription: string, enDescription: string]

/** Why somebody was not told; the first ones hold a message back, the last ones are failures to deliver it. */
const reasons: readonly Wording[] = [
  [
    'acknowledged',
    'Ktoś już się tym zajmuje',
    'Somebody is on it',
    'Zdarzenie zostało wcześniej potwierdzone, więc nikt więcej nie jest o nim powiadamiany.',
    'The event had been acknowledged, so nobody is told of it any more.',
  ],
  [
    'condition',
    'Wyjaśnia to inne zdarzenie',
    'Explained by another event',
    'W tym czasie występowało zdarzenie, od którego to zależy. Powiadomienie zostanie wysłane, jeśli to zdarzenie je przetrwa.',
    'An event that this one depends on occurred at the time. It is told of if it outlasts that one.',
  ],
  [
    'mass_change',
    'Bardzo wiele zmian naraz',
    'Very many changes at once',
    'Naraz zmienił się stan bardzo wielu usług, więc najpierw sprawdzono je ponownie z innych miejsc.',
    'So many services changed at once that they were checked again from elsewhere first.',
  ],
  [
    'service_suspended',
    'Usługa jest zawieszona',
    'The service is suspended',
    'Trwało zawieszenie usługi. Zakończ je lub zmień, jeśli powiadomienia mają być wysyłane.',
    'A suspension of the service was in force. End or change it to have messages sent.',
  ],
  [
    'escalation_suspended',
    'Eskalacja jest zawieszona',
    'The escalation is suspended',
    'Trwało zawieszenie eskalacji. Zakończ je lub zmień, jeśli powiadomienia mają być wysyłane.',
    'A suspension of the escalation was in force. End or change it to have messages sent.',
  ],
  [
    'contact_suspended',
    'Kontakt jest zawieszony',
    'The contact is suspended',
    'Trwało zawieszenie kontaktu. Zakończ je lub zmień, jeśli powiadomienia mają być wysyłane.',
    'A suspension of the contact was in force. End or change it to have messages sent.',
  ],
  [
    'channel_not_available',
    'Pakiet nie obejmuje kanału',
    'The package lacks the channel',
    'Pakiet konta nie obejmuje tego kanału. Wybierz inny kanał lub inny pakiet.',
    'The package of the account does not include this channel. Choose another channel or another package.',
  ],
  [
    'channel_discontinued',
    'Kanał wycofany',
    'The channel is discontinued',
    'Tego kanału już nie ma. Podaj adres w innym kanale.',
    'This channel exists no more. Give an address of another channel.',
  ],
  [
    'address_not_verified',
    'Numer nie został potwierdzony',
    'The number is not verified',
    'Na ten numer nic nie jest wysyłane, dopóki nie zostanie potwierdzony kodem. Wyślij kod i wpisz go.',
    'Nothing is sent to this number until a code has verified it. Send the code and enter it.',
  ],
  [
    'cap_number',
    'Limit numeru wyczerpany',
    'The limit of the number is used up',
    'Na ten numer wysłano już tyle wiadomości, ile wolno w tym czasie.',
    'As many messages were sent to this number as are allowed in the time.',
  ],
  [
    'cap_account',
    'Limit konta wyczerpany',
    'The limit of the account is used up',
    'Konto wysłało dziś tyle SMS-ów i połączeń, ile wolno. Limit odnawia się o północy czasu UTC.',
    'The account has sent as many text messages and calls today as are allowed. The limit is renewed at midnight UTC.',
  ],
  [
    'cap_country',
    'Kraj niedozwolony lub limit kraju wyczerpany',
    'The country is not allowed, or its limit is used up',
    'Numery z tym prefiksem nie są obsługiwane albo limit dla nich jest dziś wyczerpany. Zapytaj operatora instalacji.',
    'Numbers with this prefix are not served, or their limit for today is used up. Ask the operator of the installation.',
  ],
  [
    'cap_installation',
    'Limit instalacji wyczerpany',
    'The limit of the installation is used up',
    'Cała instalacja wysłała dziś tyle SMS-ów i połączeń, ile wolno. Zapytaj jej operatora.',
    'The whole installation has sent as many text messages and calls today as are allowed. Ask its operator.',
  ],
  [
    'account_blocked',
    'Konto jest zablokowane',
    'The account is blocked',
    'Zablokowane lub zamknięte konto nie wysyła powiadomień.',
    'A blocked or closed account sends nothing.',
  ],
  [
    'service_paused',
    'Usługa jest wstrzymana',
    'The service is paused',
    'Usługi nie monitorowano, gdy powiadomienie miało być wysłane.',
    'The service was not being watched when it was to be sent.',
  ],
  [
    'not_told_of_start',
    'Nie było powiadomienia o początku',
    'Not told of the start',
    'O końcu dowiaduje się tylko ten, kto dowiedział się o początku.',
    'Only those who were told of the start are told of the end.',
  ],
  [
    'notifications_off',
    'Powiadomienia usługi są wyłączone',
    'Notifications of the service are off',
    'Tryb powiadamiania usługi to „wyłączone”.',
    'The notification mode of the service is off.',
  ],
  [
    'condition_not_chosen',
    'Usługa nie powiadamia o tym',
    'The service does not tell of this',
    'W warunkach powiadamiania usługi nie wybrano początku lub końca awarii.',
    'The notification conditions of the service leave out the start or the end of a failure.',
  ],
  [
    'older_style_disabled',
    'Starszy sposób powiadamiania jest wyłączony',
    'The older style is switched off',
    'Konto ma wyłączony starszy sposób powiadamiania dla wszystkich usług.',
    'The account has the older style of notifications switched off for all services.',
  ],
  [
    'service_gone',
    'Usługi lub reguły już nie ma',
    'The service or the rule is gone',
    'Usługa została usunięta albo reguła zdarzenia już jej nie obejmuje.',
    'The service was deleted, or the rule of the event no longer looks at it.',
  ],
  [
    'refused',
    'Odbiorca odmówił przyjęcia',
    'Refused',
    'Dostawca odrzucił wiadomość na stałe. Sprawdź adres; odpowiedź dostawcy jest przy próbach wysłania.',
    'The provider refused it for good. Check the address; its answer stands with the attempts.',
  ],
  [
    'gave_up',
    'Nie udało się przez 24 godziny',
    'Given up after 24 hours',
    'Wiadomości nie udało się przekazać przez 24 godziny. Odpowiedzi dostawcy są przy próbach wysłania.',
    'It could not be handed over for 24 hours. The answers of the provider stand with the attempts.',
  ],
  [
    'not_configured',
    'Instalacja nie ma tego kanału',
    'The installation lacks the channel',
    'Operator tej instalacji nie skonfigurował tego kanału. Zapytaj go albo podaj adres w innym kanale.',
    'The operator of this installation has not set this channel up. Ask them, or give an address of another channel.',
  ],
]

const entry = ([id, pl, en, plDescription, enDescription]: Wording): Entry => ({
  id,
  name: { pl, en },
  description: { pl: plDescription, en: enDescription },
})

export const notificationReasons = defineDictionary(
  'notification_reason',
  'notification_reasons',
  'Why a notification was not sent.',
  reasons.map(entry),
)
