/** An outage of a service of the sample: local time in Warsaw, minutes, and the error type. */
export interface SampleOutage {
  readonly start: string
  readonly minutes: number
  readonly error: number
  /** Minutes until it was acknowledged. */
  readonly acknowledged?: number
}

export interface SampleService {
  readonly name: Readonly<Record<'en' | 'pl', string>>
  readonly address: string
  readonly target: number
  /** Typical response time in milliseconds. */
  readonly typical: number
  readonly outages: readonly SampleOutage[]
}

/** The error types of the sample, by the ids that its outages use. */
export const sampleErrors: readonly { readonly id: number; readonly en: string; readonly pl: string }[] = [
  { id: 1, en: 'Connection timed out', pl: 'Przekroczono czas połączenia' },
  { id: 2, en: 'HTTP status 503', pl: 'Status HTTP 503' },
  { id: 3, en: 'Certificate expired', pl: 'Certyfikat wygasł' },
  { id: 4, en: 'DNS answer missing', pl: 'Brak odpowiedzi DNS' },
]

/** The services of a customer of a made-up hosting company, in October 2026. */
export const sampleServices: readonly SampleService[] = [
  {
    name: { en: 'Shop: front page', pl: 'Sklep: strona główna' },
    address: 'https://sklep.zolw.example/',
    target: 99.9,
    typical: 180,
    outages: [
      { start: '2026-09-16 10:20', minutes: 38, error: 1, acknowledged: 6 },
      { start: '2026-10-09 03:12', minutes: 14, error: 2, acknowledged: 4 },
      { start: '2026-10-22 14:31', minutes: 9, error: 1, acknowledged: 2 },
    ],
  },
  {
    name: { en: 'Shop: checkout', pl: 'Sklep: zamówienie' },
    address: 'https://sklep.zolw.example/checkout',
    target: 99.9,
    typical: 420,
    outages: [
      { start: '2026-10-09 03:12', minutes: 17, error: 2, acknowledged: 4 },
      { start: '2026-10-22 14:30', minutes: 96, error: 1, acknowledged: 3 },
      { start: '2026-10-25 02:20', minutes: 12, error: 2 },
    ],
  },
  {
    name: { en: 'Customer panel', pl: 'Panel klienta' },
    address: 'https://panel.zolw.example/login',
    target: 99.5,
    typical: 240,
    outages: [{ start: '2026-10-14 08:02', minutes: 41, error: 3, acknowledged: 11 }],
  },
  {
    name: { en: 'Partner API', pl: 'API dla partnerów' },
    address: 'https://api.zolw.example/v2/health',
    target: 99.95,
    typical: 65,
    outages: [],
  },
  {
    name: { en: 'Mail server', pl: 'Serwer pocztowy' },
    address: 'smtp.zolw.example',
    target: 99.9,
    typical: 95,
    outages: [{ start: '2026-10-28 22:47', minutes: 6, error: 1, acknowledged: 5 }],
  },
  {
    name: { en: 'Domain name server', pl: 'Serwer nazw domen' },
    address: 'ns1.zolw.example',
    target: 99.99,
    typical: 18,
    outages: [{ start: '2026-10-17 11:05', minutes: 3, error: 4 }],
  },
]

/** Texts that people entered, in the language of the document. */
export const sampleTexts = {
  en: {
    template: 'Monthly service report',
    title: 'Service report, October 2026: {{service_level}}',
    introduction:
      'This report shows what we saw of your services in the period, what was agreed, and what was left out of the figures and why.\n\nThe services were available {{service_level}} of the time ({{previous_service_level}} in the period before). There were {{failures_count}} failures with a total of {{failure_duration}}.',
    contact: 'Service desk, Monday to Friday, 7:00–19:00',
    correction:
      'The uplink of our own data centre was down, see ticket NOC-1182. Agreed with the customer on 23 October.',
    sensors: ['Warsaw', 'Gdańsk', 'Frankfurt'],
  },
  pl: {
    template: 'Miesięczny raport usług',
    title: 'Raport usług za październik 2026: {{service_level}}',
    introduction:
      'Raport pokazuje, jak działały Państwa usługi, co zostało uzgodnione oraz co i dlaczego pominięto w obliczeniach.\n\nUsługi były dostępne przez {{service_level}} czasu ({{previous_service_level}} w poprzednim okresie). Liczba awarii: {{failures_count}}, łączny czas: {{failure_duration}}.',
    contact: 'Biuro obsługi, poniedziałek–piątek, 7:00–19:00',
    correction: 'Awaria łącza w naszym centrum danych, zgłoszenie NOC-1182. Uzgodniono z klientem 23 października.',
    sensors: ['Warszawa', 'Gdańsk', 'Frankfurt'],
  },
} as const

export const sampleLogo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><path d="M14 2c7 5.500 10 9.800 10 14.500a10 10 0 0 1-20 0C4 11.800 7 7.500 14 2z" fill="#e8a317"/><path d="M14 11c3 2.600 4.600 4.600 4.600 6.900a4.600 4.600 0 0 1-9.200 0c0-2.300 1.600-4.300 4.600-6.900z" fill="#fff" fill-opacity=".75"/></svg>'
