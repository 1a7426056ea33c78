import { stepScreenshotType } from '@wachta/domain'
import { defineDictionary } from './define-dictionary.ts'

export const artifactTypes = defineDictionary({
  name: 'artifact_type',
  collection: 'artifact_types',
  summary: 'What a check can keep as evidence.',
  entries: [
    {
      id: 'content',
      name: { pl: 'Treść odpowiedzi', en: 'Response content' },
      description: {
        pl: 'Treść, którą przysłał serwer, w postaci otrzymanej przez sensor.',
        en: 'What the server sent, as the sensor received it.',
      },
    },
    {
      id: 'headers',
      name: { pl: 'Nagłówki odpowiedzi', en: 'Response headers' },
      description: {
        pl: 'Status i nagłówki HTTP wszystkich odpowiedzi, także przekierowań.',
        en: 'Status and HTTP headers of every response, redirects included.',
      },
    },
    {
      id: 'certificate_chain',
      name: { pl: 'Łańcuch certyfikatów', en: 'Certificate chain' },
      description: {
        pl: 'Certyfikaty przedstawione przez serwer, w formacie PEM.',
        en: 'The certificates the server presented, in PEM format.',
      },
    },
    {
      id: 'dns_answer',
      name: { pl: 'Odpowiedź DNS', en: 'DNS answer' },
      description: {
        pl: 'Rekordy, które sensor otrzymał od serwera DNS, z czasem ich ważności.',
        en: 'The records the sensor got from the DNS server, with their time to live.',
      },
    },
    {
      id: 'traceroute',
      name: { pl: 'Trasa do hosta', en: 'Route to the host' },
      description: {
        pl: 'Kolejne routery na drodze od sensora do usługi i czasy ich odpowiedzi.',
        en: 'The routers on the way from the sensor to the service, with their response times.',
      },
    },
    {
      id: 'transcript',
      name: { pl: 'Zapis sesji', en: 'Transcript' },
      description: {
        pl: 'Polecenia i odpowiedzi w protokołach tekstowych, takich jak SMTP, IMAP, POP3 i FTP; hasła są zasłonięte.',
        en: 'Commands and answers of text protocols such as SMTP, IMAP, POP3 and FTP; passwords are masked.',
      },
    },
    {
      id: 'registry_answer',
      name: { pl: 'Odpowiedź rejestru domen', en: 'Domain registry answer' },
      description: {
        pl: 'Dane o domenie otrzymane z rejestru przez RDAP lub WHOIS.',
        en: 'What the registry returned about the domain through RDAP or WHOIS.',
      },
    },
    {
      id: 'heartbeat_report',
      name: { pl: 'Zgłoszenie zadania', en: 'Job report' },
      description: {
        pl: 'Treść, którą zadanie przysłało razem z heartbeatem.',
        en: 'What the job sent along with its heartbeat.',
      },
    },
    {
      id: 'har',
      name: { pl: 'Archiwum HTTP (HAR)', en: 'HTTP archive (HAR)' },
      description: {
        pl: 'Przebieg wszystkich żądań strony lub scenariusza z czasami, do otwarcia w narzędziach przeglądarki.',
        en: 'All requests of a page or scenario with their timings, to be opened in browser tools.',
      },
    },
    {
      id: 'screenshot',
      name: { pl: 'Zrzut ekranu', en: 'Screenshot' },
      description: {
        pl: 'Okno przeglądarki na końcu sprawdzenia.',
        en: 'The browser window at the end of the check.',
      },
    },
    {
      id: 'console_log',
      name: { pl: 'Komunikaty konsoli', en: 'Console log' },
      description: {
        pl: 'Komunikaty i błędy skryptów strony, po jednym w wierszu. Dla skryptu na prywatnym sensorze: co wypisały jego testy.',
        en: 'Messages and script errors of the page, one per line. Of a script on a private sensor, what its tests wrote.',
      },
    },
    {
      id: 'filmstrip',
      name: { pl: 'Klatki wczytywania', en: 'Filmstrip' },
      description: {
        pl: 'Kolejne obrazy strony podczas wczytywania, z czasem każdego z nich.',
        en: 'Pictures of the page while it loads, each with its time.',
      },
    },
    {
      id: 'trace',
      name: { pl: 'Ślad Playwright (trace)', en: 'Playwright trace' },
      description: {
        pl: 'Nagranie testu ze skryptu na prywatnym sensorze. Otwiera je `npx playwright show-trace trace.zip`.',
        en: 'What Playwright recorded of a test of a script on a private sensor. Open it with `npx playwright show-trace trace.zip`.',
      },
    },
    {
      id: stepScreenshotType,
      name: { pl: 'Zrzuty ekranu kroków', en: 'Screenshots of steps' },
      description: {
        pl: 'Okno przeglądarki po krokach scenariusza. Artefakty mają numer kroku, np. screenshot_step_3.',
        en: 'The browser window after steps of a scenario. Artifacts have the number of the step, e.g. screenshot_step_3.',
      },
    },
  ],
})
