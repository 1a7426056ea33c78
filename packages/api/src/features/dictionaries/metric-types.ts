import { checkTypes } from '@wachta/checks'
import { type DictionaryEntry, defineDictionary } from './define-dictionary.ts'

/** Metrics of several check types; a metric of one type is in the file of that type. */
const sharedMetrics: readonly DictionaryEntry[] = [
  {
    id: 'lookup_time',
    name: { pl: 'Czas rozwiązania nazwy', en: 'DNS lookup time' },
    description: {
      pl: 'Czas od zapytania DNS do odpowiedzi, w milisekundach.',
      en: 'From the DNS query to its answer, in milliseconds.',
    },
  },
  {
    id: 'connect_time',
    name: { pl: 'Czas połączenia', en: 'Connect time' },
    description: {
      pl: 'Czas nawiązania połączenia TCP, w milisekundach.',
      en: 'How long it took to establish the TCP connection, in milliseconds.',
    },
  },
  {
    id: 'tls_time',
    name: { pl: 'Czas uzgadniania TLS', en: 'TLS handshake time' },
    description: {
      pl: 'Czas od nawiązania połączenia do uzgodnienia szyfrowania, w milisekundach.',
      en: 'From the connection to the end of the TLS handshake, in milliseconds.',
    },
  },
  {
    id: 'first_byte_time',
    name: { pl: 'Czas do pierwszego bajtu', en: 'Time to first byte' },
    description: {
      pl: 'Czas od wysłania żądania do pierwszego bajtu odpowiedzi, w milisekundach.',
      en: 'From the sent request to the first byte of the response, in milliseconds.',
    },
  },
  {
    id: 'transfer_time',
    name: { pl: 'Czas pobierania', en: 'Content download time' },
    description: {
      pl: 'Czas od pierwszego do ostatniego bajtu odpowiedzi, w milisekundach.',
      en: 'From the first to the last byte of the response, in milliseconds.',
    },
  },
  {
    id: 'total_time',
    name: { pl: 'Czas całkowity', en: 'Total time' },
    description: { pl: 'Czas całego sprawdzenia, w milisekundach.', en: 'The whole check, in milliseconds.' },
  },
  {
    id: 'greeting_time',
    name: { pl: 'Czas do powitania', en: 'Time to greeting' },
    description: {
      pl: 'Czas od nawiązania połączenia do powitania serwera poczty, FTP lub SSH, w milisekundach.',
      en: 'From the connection to the greeting of a mail, FTP or SSH server, in milliseconds.',
    },
  },
  {
    id: 'login_time',
    name: { pl: 'Czas logowania', en: 'Login time' },
    description: {
      pl: 'Czas od wysłania danych logowania do ich przyjęcia, w milisekundach.',
      en: 'From the credentials sent to their acceptance, in milliseconds.',
    },
  },
  {
    id: 'response_size',
    name: { pl: 'Rozmiar odpowiedzi', en: 'Response size' },
    description: {
      pl: 'Liczba bajtów treści odpowiedzi po rozpakowaniu.',
      en: 'Bytes of the response body after decompression.',
    },
  },
  {
    id: 'transferred_size',
    name: { pl: 'Ilość przesłanych danych', en: 'Data transferred' },
    description: {
      pl: 'Liczba bajtów odebranych z sieci, razem z nagłówkami.',
      en: 'Bytes received from the network, headers included.',
    },
  },
  {
    id: 'status_code',
    name: { pl: 'Kod odpowiedzi', en: 'Status code' },
    description: {
      pl: 'Kod HTTP ostatniej odpowiedzi. Podawany co kwadrans i przy każdym błędzie.',
      en: 'HTTP status code of the last response. Reported every 15 minutes and with every failure.',
    },
  },
  {
    id: 'redirect_count',
    name: { pl: 'Liczba przekierowań', en: 'Redirects' },
    description: {
      pl: 'Ile przekierowań prowadziło do końcowej odpowiedzi.',
      en: 'How many redirects led to the final response.',
    },
  },
  {
    id: 'certificate_days_left',
    name: { pl: 'Dni do końca ważności certyfikatu', en: 'Days until certificate expiry' },
    description: {
      pl: 'Ile pełnych dni pozostało do wygaśnięcia certyfikatu; po wygaśnięciu liczba ujemna. Podawane co kwadrans i przy każdym błędzie.',
      en: 'Full days left before the certificate expires; negative once it has. Reported every 15 minutes and with every failure.',
    },
  },
  {
    id: 'request_count',
    name: { pl: 'Liczba żądań', en: 'Requests' },
    description: {
      pl: 'Ile żądań HTTP wysłano w ramach sprawdzenia, razem z przekierowaniami. Podawana co kwadrans i przy każdym błędzie.',
      en: 'HTTP requests that the check sent, redirects included. Reported every 15 minutes and with every failure.',
    },
  },
  {
    id: 'steps_completed',
    name: { pl: 'Liczba wykonanych kroków', en: 'Steps completed' },
    description: {
      pl: 'Ile kroków scenariusza zakończyło się powodzeniem.',
      en: 'How many steps of the scenario succeeded.',
    },
  },
]

/** The metrics of browser checks. */
const browserMetrics: readonly DictionaryEntry[] = [
  {
    id: 'content_loaded_time',
    name: { pl: 'Czas do wczytania dokumentu', en: 'DOM content loaded' },
    description: {
      pl: 'Czas do zdarzenia DOMContentLoaded: dokument jest wczytany, obrazy jeszcze nie. W milisekundach.',
      en: 'Until the event DOMContentLoaded: the document is loaded, images are not yet. In milliseconds.',
    },
  },
  {
    id: 'page_load_time',
    name: { pl: 'Czas wczytania strony', en: 'Page load time' },
    description: {
      pl: 'Czas do zdarzenia load: strona jest wczytana razem z obrazami i skryptami. W milisekundach.',
      en: 'Until the event load: the page is loaded with its images and scripts. In milliseconds.',
    },
  },
  {
    id: 'first_contentful_paint',
    name: { pl: 'Pierwsza treść (FCP)', en: 'First contentful paint (FCP)' },
    description: {
      pl: 'Czas, po którym strona pokazuje pierwszy tekst lub obraz, w milisekundach.',
      en: 'Until the page shows its first text or image, in milliseconds.',
    },
  },
  {
    id: 'largest_contentful_paint',
    name: { pl: 'Największa treść (LCP)', en: 'Largest contentful paint (LCP)' },
    description: {
      pl: 'Czas, po którym strona pokazuje największy tekst lub obraz okna, w milisekundach.',
      en: 'Until the page shows the largest text or image of the window, in milliseconds.',
    },
  },
  {
    id: 'cumulative_layout_shift',
    name: { pl: 'Przesunięcie układu (CLS)', en: 'Cumulative layout shift (CLS)' },
    description: {
      pl: 'Jak bardzo treść przesuwa się podczas wczytywania; 0 to wcale, do 0,1 to dobry wynik.',
      en: 'How much the content moves while the page loads; 0 is not at all, up to 0.1 is good.',
    },
  },
  {
    id: 'failed_request_count',
    name: { pl: 'Liczba nieudanych żądań', en: 'Failed requests' },
    description: {
      pl: 'Ile żądań strony zakończyło się błędem połączenia albo kodem 400 lub wyższym.',
      en: 'Requests of the page that ended with a network error or a status of 400 or above.',
    },
  },
  {
    id: 'console_error_count',
    name: { pl: 'Liczba błędów w konsoli', en: 'Console errors' },
    description: {
      pl: 'Ile błędów strona zapisała w konsoli przeglądarki, razem z nieobsłużonymi wyjątkami.',
      en: 'Errors that the page wrote to the browser console, uncaught exceptions included.',
    },
  },
  {
    id: 'sensor_cpu_usage',
    name: { pl: 'Obciążenie procesora sensora', en: 'Sensor CPU usage' },
    description: {
      pl: 'Jaka część procesorów sensora była zajęta podczas pomiaru, w procentach. Gdy jest duża, czasy mogą być zawyżone.',
      en: 'How much of the sensor’s processors was in use while it measured, in percent. When it is high, times may be too long.',
    },
  },
]

export const metricTypes = defineDictionary({
  name: 'metric_type',
  collection: 'metric_types',
  summary: 'What a check measures.',
  entries: [...sharedMetrics, ...browserMetrics, ...checkTypes.flatMap(({ metrics = [] }) => metrics)],
})
