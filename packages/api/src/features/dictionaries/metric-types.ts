import { defineDictionary } from './kind.ts'

export const metricTypes = defineDictionary('metric_type', 'metric_types', 'What a check measures.', [
  {
    id: 'lookup_time',
    name: { pl: 'Czas rozwiązania nazwy', en: 'Name lookup time' },
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
    name: { pl: 'Czas pobierania', en: 'Transfer time' },
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
    id: 'packet_loss',
    name: { pl: 'Utrata pakietów', en: 'Packet loss' },
    description: {
      pl: 'Odsetek pakietów, na które nie przyszła odpowiedź.',
      en: 'The percentage of packets that got no reply.',
    },
  },
  {
    id: 'round_trip_minimum',
    name: { pl: 'Najkrótszy czas odpowiedzi na ping', en: 'Shortest round trip' },
    description: {
      pl: 'Najkrótszy czas od wysłania pakietu do odpowiedzi, w milisekundach.',
      en: 'The shortest time from a packet sent to its reply, in milliseconds.',
    },
  },
  {
    id: 'round_trip_average',
    name: { pl: 'Średni czas odpowiedzi na ping', en: 'Average round trip' },
    description: {
      pl: 'Średni czas od wysłania pakietu do odpowiedzi, w milisekundach.',
      en: 'The average time from a packet sent to its reply, in milliseconds.',
    },
  },
  {
    id: 'round_trip_maximum',
    name: { pl: 'Najdłuższy czas odpowiedzi na ping', en: 'Longest round trip' },
    description: {
      pl: 'Najdłuższy czas od wysłania pakietu do odpowiedzi, w milisekundach.',
      en: 'The longest time from a packet sent to its reply, in milliseconds.',
    },
  },
  {
    id: 'round_trip_deviation',
    name: { pl: 'Zmienność czasu odpowiedzi na ping', en: 'Round trip deviation' },
    description: {
      pl: 'Odchylenie czasów odpowiedzi od średniej, w milisekundach.',
      en: 'How far the round trips stray from their average, in milliseconds.',
    },
  },
  {
    id: 'answer_count',
    name: { pl: 'Liczba rekordów DNS', en: 'DNS records' },
    description: { pl: 'Ile rekordów zawierała odpowiedź serwera DNS.', en: 'How many records the DNS answer held.' },
  },
  {
    id: 'time_to_live',
    name: { pl: 'Czas ważności rekordu DNS', en: 'DNS time to live' },
    description: {
      pl: 'Najkrótszy czas ważności wśród rekordów odpowiedzi, w sekundach.',
      en: 'The shortest time to live among the records of the answer, in seconds.',
    },
  },
  {
    id: 'certificate_days_left',
    name: { pl: 'Dni do końca ważności certyfikatu', en: 'Days left of the certificate' },
    description: {
      pl: 'Ile pełnych dni pozostało do wygaśnięcia certyfikatu; po wygaśnięciu liczba ujemna. Podawane co kwadrans i przy każdym błędzie.',
      en: 'Full days left before the certificate expires; negative once it has. Told every quarter of an hour and with every failure.',
    },
  },
  {
    id: 'domain_days_left',
    name: { pl: 'Dni do końca ważności domeny', en: 'Days left of the domain' },
    description: {
      pl: 'Ile pełnych dni pozostało do wygaśnięcia domeny; po wygaśnięciu liczba ujemna.',
      en: 'Full days left before the domain expires; negative once it has.',
    },
  },
  {
    id: 'heartbeat_delay',
    name: { pl: 'Opóźnienie sygnału życia', en: 'Heartbeat delay' },
    description: {
      pl: 'O ile sekund sygnał przyszedł później, niż oczekiwano, a póki go nie ma: o ile się spóźnia.',
      en: 'How many seconds later than expected the signal came or, while it is missing, how late it is.',
    },
  },
  {
    id: 'job_duration',
    name: { pl: 'Czas trwania zadania', en: 'Job duration' },
    description: {
      pl: 'Czas od zgłoszenia początku do zgłoszenia końca zadania, w milisekundach.',
      en: 'From the reported start of the job to its reported end, in milliseconds.',
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
  {
    id: 'request_count',
    name: { pl: 'Liczba żądań', en: 'Requests' },
    description: {
      pl: 'Ile żądań HTTP wysłano w ramach sprawdzenia, razem z przekierowaniami. Podawana co kwadrans i przy każdym błędzie.',
      en: 'HTTP requests that the check sent, redirects included. Reported every 15 minutes and with every failure.',
    },
  },
])
