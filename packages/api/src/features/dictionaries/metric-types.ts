import { checkTypes } from '@wachta/checks'
import { type DictionaryEntry, defineDictionary } from './kind.ts'

/** Metrics of several check types; a metric of one type stands in the file of that type. */
const sharedMetrics: readonly DictionaryEntry[] = [
  {
    id: 'lookup_time',
    name: { pl: 'Czas rozwiązania nazwy', en: 'DNS lookup time' },
    description: {
      pl: 'Czas od pytania do odpowiedzi DNS, w milisekundach.',
      en: 'From the DNS question to its answer, in milliseconds.',
    },
  },
  {
    id: 'connect_time',
    name: { pl: 'Czas połączenia', en: 'Connect time' },
    description: {
      pl: 'Czas nawiązania połączenia TCP, w milisekundach.',
      en: 'How long the TCP connection took to make, in milliseconds.',
    },
  },
  {
    id: 'tls_time',
    name: { pl: 'Czas uzgadniania TLS', en: 'TLS handshake time' },
    description: {
      pl: 'Czas od nawiązania połączenia do uzgodnienia szyfrowania, w milisekundach.',
      en: 'From the connection to agreed encryption, in milliseconds.',
    },
  },
  {
    id: 'first_byte_time',
    name: { pl: 'Czas do pierwszego bajtu', en: 'Time to first byte' },
    description: {
      pl: 'Czas od wysłania żądania do pierwszego bajtu odpowiedzi, w milisekundach.',
      en: 'From the request sent to the first byte of the answer, in milliseconds.',
    },
  },
  {
    id: 'transfer_time',
    name: { pl: 'Czas pobierania', en: 'Content download time' },
    description: {
      pl: 'Czas od pierwszego do ostatniego bajtu odpowiedzi, w milisekundach.',
      en: 'From the first to the last byte of the answer, in milliseconds.',
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
      en: 'How many redirects led to the final answer.',
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
]

export const metricTypes = defineDictionary({
  name: 'metric_type',
  collection: 'metric_types',
  summary: 'What a check measures.',
  entries: [...sharedMetrics, ...checkTypes.flatMap(({ metrics = [] }) => metrics)],
})
