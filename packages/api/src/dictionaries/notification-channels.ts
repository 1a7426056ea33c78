import { defineDictionary } from './dictionary.ts'

export const notificationChannels = defineDictionary(
  'notification_channel',
  'notification_channels',
  'The ways a notification can reach somebody.',
  [
    {
      id: 'alerta',
      name: { pl: 'Alerta', en: 'Alerta' },
      description: {
        pl: 'Alarm w konsoli Alerta; adresem jest adres jej interfejsu. Koniec zdarzenia zamyka alarm.',
        en:
          'An alert in an Alerta console; the address is that of its interface. The end of the event closes the ' +
          'alert.',
      },
    },
    {
      id: 'email',
      name: { pl: 'E-mail', en: 'E-mail' },
      description: {
        pl: 'Zwykła wiadomość z opisem zdarzenia i odnośnikiem do szczegółów.',
        en: 'The usual message, with a description of the event and a link to its details.',
      },
    },
    {
      id: 'email_dedicated',
      name: { pl: 'E-mail dedykowany', en: 'Dedicated e-mail' },
      description: {
        pl: 'Wiadomość w układzie przygotowanym dla odbiorcy, na przykład dla systemu zgłoszeń.',
        en: 'A message laid out for its recipient, such as a ticket system.',
      },
    },
    {
      id: 'email_extended',
      name: { pl: 'E-mail rozszerzony', en: 'Extended e-mail' },
      description: {
        pl: 'Wiadomość z wynikami każdego sensora, diagnozą i załączonymi artefaktami.',
        en: 'A message with the results of every sensor, the diagnosis and artifacts attached.',
      },
    },
    {
      id: 'email_short',
      name: { pl: 'E-mail krótki', en: 'Short e-mail' },
      description: {
        pl: 'Wiadomość w jednym wierszu, na mały ekran lub do bramki e-mail na SMS.',
        en: 'A message of one line, for a small screen or an e-mail to SMS gateway.',
      },
    },
    {
      id: 'email_simplified',
      name: { pl: 'E-mail uproszczony', en: 'Simplified e-mail' },
      description: {
        pl: 'Wiadomość samym tekstem, bez formatowania i załączników.',
        en: 'A message in plain text, without formatting or attachments.',
      },
    },
    {
      id: 'gadu_gadu',
      name: { pl: 'Gadu-Gadu', en: 'Gadu-Gadu' },
      description: {
        pl: 'Kanał wycofany. Pozostaje na liście dla zgodności, niczego nie wysyła.',
        en: 'Discontinued. Kept in the list for compatibility; nothing is sent.',
      },
    },
    {
      id: 'hipchat',
      name: { pl: 'HipChat', en: 'HipChat' },
      description: {
        pl: 'Kanał wycofany: HipChat zamknięto w 2019 roku. Pozostaje na liście dla zgodności, niczego nie wysyła.',
        en: 'Discontinued: HipChat was shut down in 2019. Kept in the list for compatibility; nothing is sent.',
      },
    },
    {
      id: 'jabber',
      name: { pl: 'Jabber (XMPP)', en: 'Jabber (XMPP)' },
      description: {
        pl: 'Wiadomość na konto XMPP; adresem jest identyfikator, na przykład dyzur@example.com.',
        en: 'A message to an XMPP account; the address is its identifier, such as duty@example.com.',
      },
    },
    {
      id: 'json_post',
      name: { pl: 'Żądanie HTTP z danymi JSON', en: 'HTTP request with JSON data' },
      description: {
        pl: 'Podpisane żądanie POST z danymi zdarzenia w formacie JSON pod wskazany adres URL.',
        en: 'A signed POST request with the data of the event as JSON, to a given URL.',
      },
    },
    {
      id: 'ms_teams',
      name: { pl: 'Microsoft Teams', en: 'Microsoft Teams' },
      description: {
        pl: 'Krótka karta na kanale zespołu; adresem jest adres przepływu pracy, który przyjmuje powiadomienia.',
        en: 'A short card in a team channel; the address is that of the workflow which takes notifications.',
      },
    },
    {
      id: 'ms_teams_extended',
      name: { pl: 'Microsoft Teams, karta rozszerzona', en: 'Microsoft Teams, extended card' },
      description: {
        pl: 'Karta z wynikami sensorów, diagnozą i przyciskami.',
        en: 'A card with the results of the sensors, the diagnosis and buttons.',
      },
    },
    {
      id: 'pagerduty',
      name: { pl: 'PagerDuty', en: 'PagerDuty' },
      description: {
        pl: 'Zdarzenie w PagerDuty; adresem jest klucz integracji. Koniec zdarzenia zamyka incydent.',
        en: 'An event in PagerDuty; the address is an integration key. The end of the event resolves the incident.',
      },
    },
    {
      id: 'push',
      name: { pl: 'Powiadomienie push', en: 'Push notification' },
      description: {
        pl: 'Powiadomienie w aplikacji na telefonie lub w przeglądarce.',
        en: 'A notification in the application on a telephone or in a browser.',
      },
    },
    {
      id: 'rocketchat',
      name: { pl: 'Rocket.Chat', en: 'Rocket.Chat' },
      description: {
        pl: 'Wiadomość na kanale Rocket.Chat; adresem jest adres przychodzącego webhooka.',
        en: 'A message in a Rocket.Chat channel; the address is that of an incoming webhook.',
      },
    },
    {
      id: 'signal',
      name: { pl: 'Signal', en: 'Signal' },
      description: {
        pl: 'Wiadomość w komunikatorze Signal na numer telefonu lub do grupy.',
        en: 'A message in Signal, to a telephone number or a group.',
      },
    },
    {
      id: 'slack',
      name: { pl: 'Slack', en: 'Slack' },
      description: {
        pl: 'Wiadomość na kanale Slack; adresem jest adres przychodzącego webhooka.',
        en: 'A message in a Slack channel; the address is that of an incoming webhook.',
      },
    },
    {
      id: 'sms',
      name: { pl: 'SMS', en: 'SMS' },
      description: {
        pl: 'Krótka wiadomość na telefon komórkowy; adresem jest numer z kodem kraju.',
        en: 'A text message to a mobile telephone; the address is a number with its country code.',
      },
    },
    {
      id: 'telephone',
      name: { pl: 'Telefon', en: 'Telephone call' },
      description: {
        pl: 'Połączenie głosowe, w którym automat odczytuje treść powiadomienia.',
        en: 'A voice call in which a machine reads the notification.',
      },
    },
  ],
)
