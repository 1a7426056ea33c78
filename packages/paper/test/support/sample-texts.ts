import type { ReportTone } from '../../src/index.ts'

type Figure = { readonly label: string; readonly value: string; readonly note?: string; readonly tone?: ReportTone }
type TextTuple<Count extends number> = Count extends 7
  ? readonly [string, string, string, string, string, string, string]
  : readonly [string, string, string, string]

export interface SampleTexts {
  readonly language: 'en' | 'pl'
  readonly title: string
  readonly subtitle: string
  readonly period: string
  readonly generated: string
  readonly footer: string
  readonly introduction: readonly string[]
  readonly figures: readonly Figure[]
  readonly daily: string
  readonly dailyLabel: string
  readonly dailyAlt: string
  readonly dailyCaption: string
  readonly budget: string
  readonly budgetLabel: string
  readonly budgetAlt: string
  readonly budgetNote: string
  readonly services: string
  readonly servicesIntroduction: string
  readonly servicesCaption: string
  readonly serviceColumns: TextTuple<7>
  readonly met: string
  readonly missed: string
  readonly percent: (value: number) => string
  readonly timing: string
  readonly weekDays: readonly string[]
  readonly heatLabel: string
  readonly heatAlt: string
  readonly heatCaption: string
  readonly response: string
  readonly responseLabel: string
  readonly responseAlt: string
  readonly incidents: string
  readonly incidentColumns: TextTuple<4>
  readonly causes: readonly string[]
  readonly method: string
  readonly methodText: string
  readonly settings: string
  readonly definitions: readonly { readonly label: string; readonly value: string }[]
  readonly proof: string
}

const chainHead = '35418:9f2c61d07be84a3319c5f0aa27d6e1b48c02f7739ad15e60b4c8812f3e97a5d0'

const english: SampleTexts = {
  language: 'en',
  title: 'Service level report',
  subtitle: 'Hosting, mail and DNS under contract HU/2024/117',
  period: '1–31 October 2026',
  generated: '2 November 2026, 07:15 (Europe/Warsaw)',
  footer: 'Service level report WR-2026-10-00417 · Bursztyn Hosting sp. z o.o.',
  introduction: [
    'In October all services together were available 99.953% of the time, above the agreed 99.9%. 17 of 20 services met their targets. The longest outage, on 22 October, affected the checkout for 1 hour and 52 minutes after a failed certificate renewal.',
  ],
  figures: [
    { label: 'Availability', value: '99.953%', note: 'target 99.9%', tone: 'good' },
    { label: 'Targets met', value: '17 of 20', note: '3 services below target', tone: 'warning' },
    { label: 'Downtime', value: '6 h 24 min', note: 'all services' },
    { label: 'Longest outage', value: '1 h 52 min', note: 'Shop: checkout', tone: 'bad' },
    { label: 'Monitored', value: '99.98%', note: 'of the period' },
  ],
  daily: 'Availability by day',
  dailyLabel: 'All services',
  dailyAlt:
    'Bar chart of availability by day in October 2026. Two days are below 99.9%: 9 October with 99.62% and 22 October with 98.9%. No data on 17 October.',
  dailyCaption: 'Each bar is one day in the time zone of the contract. The dashed line is the target of 99.9%.',
  budget: 'Error budget',
  budgetLabel: 'Share of the monthly budget that was left',
  budgetAlt: 'The error budget falls from 100% to minus 16% at the end of October.',
  budgetNote:
    'The error budget of the checkout was used up on 29 October. Under section 7.2 of the contract you can claim a credit of 5% until 30 November.',
  services: 'Services',
  servicesIntroduction:
    'Every service was checked from at least three locations. An outage counts when most of them agree.',
  servicesCaption: 'Availability of each service, 1–31 October 2026',
  serviceColumns: ['Service', 'Type', 'Availability', 'Target', 'Downtime', 'Outages', 'Result'],
  met: 'met',
  missed: 'missed',
  percent: (value) => `${value.toFixed(3)}%`,
  timing: 'When problems happen',
  weekDays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  heatLabel: 'Availability by hour of the week, %',
  heatAlt: 'Heat map of availability by hour of the week. Most downtime falls between 1:00 and 5:00 at night.',
  heatCaption: 'Numbers are rounded down. Cells without a number were available at least 99.99% of the time.',
  response: 'Response time',
  responseLabel: 'All HTTPS services, by day',
  responseAlt: 'Line chart: the average response time stays near 200 ms; it rises above 350 ms from 22 to 24 October.',
  incidents: 'Incidents',
  incidentColumns: ['Start', 'Service', 'Duration', 'Cause'],
  causes: [
    'TLS certificate expired',
    'HTTP status 502 from the load balancer',
    'Connection timed out after 10 s (3 of 5 sensors)',
    'DNS: SERVFAIL from both name servers',
    'HTTP status 503; https://shop.example/cart?session=4f2a9c1e77d04b1b9f6c2d8e5a3b7c90&step=payment answered too late',
  ],
  method: 'How we measure',
  methodText:
    'Availability is the time in which a service worked, divided by the time that counts. Planned maintenance announced at least 48 hours before does not count. Corrections are made in public: each keeps the original record, the reason and the name of the person.',
  settings: 'Settings of this report',
  definitions: [
    { label: 'Time zone', value: 'Europe/Warsaw' },
    { label: 'Interval of checks', value: '30 seconds' },
    { label: 'Sensors', value: 'Warsaw, Frankfurt, Amsterdam, Helsinki, Ashburn' },
    { label: 'Head of the record', value: chainHead },
  ],
  proof:
    'The numbers can be recomputed from the sealed record. Ask us for the archive, and run: wachta verify --head 35418:9f2c61d0',
}

const polish: SampleTexts = {
  language: 'pl',
  title: 'Raport poziomu usług',
  subtitle: 'Hosting, poczta i DNS w ramach umowy HU/2024/117',
  period: '1–31 października 2026',
  generated: '2 listopada 2026, 07:15 (Europe/Warsaw)',
  footer: 'Raport poziomu usług WR-2026-10-00417 · Bursztyn Hosting sp. z o.o.',
  introduction: [
    'W październiku wszystkie usługi łącznie były dostępne przez 99,953% czasu, powyżej uzgodnionych 99,9%. Cel osiągnęło 17 z 20 usług. Najdłuższa awaria, 22 października, dotyczyła koszyka i trwała 1 godzinę i 52 minuty po nieudanym odnowieniu certyfikatu.',
  ],
  figures: [
    { label: 'Dostępność', value: '99,953%', note: 'cel 99,9%', tone: 'good' },
    { label: 'Osiągnięte cele', value: '17 z 20', note: '3 usługi poniżej celu', tone: 'warning' },
    { label: 'Czas niedostępności', value: '6 h 24 min', note: 'wszystkie usługi' },
    { label: 'Najdłuższa awaria', value: '1 h 52 min', note: 'Shop: checkout', tone: 'bad' },
    { label: 'Monitorowano', value: '99,98%', note: 'okresu' },
  ],
  daily: 'Dostępność dzień po dniu',
  dailyLabel: 'Wszystkie usługi',
  dailyAlt:
    'Wykres słupkowy dostępności w październiku 2026. Dwa dni poniżej 99,9%: 9 października 99,62% i 22 października 98,9%. Brak danych 17 października.',
  dailyCaption: 'Każdy słupek to jeden dzień w strefie czasowej umowy. Linia przerywana to cel 99,9%.',
  budget: 'Budżet błędów',
  budgetLabel: 'Pozostała część budżetu miesięcznego',
  budgetAlt: 'Budżet błędów spada ze 100% do minus 16% na koniec października.',
  budgetNote:
    'Budżet błędów koszyka wyczerpał się 29 października. Zgodnie z punktem 7.2 umowy do 30 listopada mogą Państwo wystąpić o rabat w wysokości 5%.',
  services: 'Usługi',
  servicesIntroduction:
    'Każda usługa była sprawdzana z co najmniej trzech lokalizacji. Awaria liczy się, gdy potwierdza ją większość z nich.',
  servicesCaption: 'Dostępność poszczególnych usług, 1–31 października 2026',
  serviceColumns: ['Usługa', 'Typ', 'Dostępność', 'Cel', 'Niedostępność', 'Awarie', 'Wynik'],
  met: 'osiągnięty',
  missed: 'nieosiągnięty',
  percent: (value) => `${value.toFixed(3).replace('.', ',')}%`,
  timing: 'Kiedy występują problemy',
  weekDays: ['pon.', 'wt.', 'śr.', 'czw.', 'pt.', 'sob.', 'niedz.'],
  heatLabel: 'Dostępność według godziny tygodnia, %',
  heatAlt:
    'Mapa cieplna dostępności według godziny tygodnia. Najwięcej niedostępności przypada między 1:00 a 5:00 w nocy.',
  heatCaption: 'Liczby są zaokrąglone w dół. Pola bez liczby oznaczają dostępność co najmniej 99,99%.',
  response: 'Czas odpowiedzi',
  responseLabel: 'Wszystkie usługi HTTPS, dzień po dniu',
  responseAlt:
    'Wykres liniowy: średni czas odpowiedzi wynosi około 200 ms; od 22 do 24 października przekracza 350 ms.',
  incidents: 'Incydenty',
  incidentColumns: ['Początek', 'Usługa', 'Czas trwania', 'Przyczyna'],
  causes: [
    'Certyfikat TLS wygasł',
    'Status HTTP 502 z load balancera',
    'Przekroczono limit czasu połączenia 10 s (3 z 5 sensorów)',
    'DNS: SERVFAIL z obu serwerów nazw',
    'Status HTTP 503; https://shop.example/cart?session=4f2a9c1e77d04b1b9f6c2d8e5a3b7c90&step=payment – odpowiedź po czasie',
  ],
  method: 'Jak mierzymy',
  methodText:
    'Dostępność to czas, w którym usługa działała, podzielony przez czas, który się liczy. Okna serwisowe zapowiedziane co najmniej 48 godzin wcześniej nie są wliczane. Korekty są jawne: każda zachowuje pierwotny zapis, powód i nazwisko osoby, która ją wprowadziła.',
  settings: 'Ustawienia raportu',
  definitions: [
    { label: 'Strefa czasowa', value: 'Europe/Warsaw' },
    { label: 'Częstotliwość sprawdzania', value: '30 sekund' },
    { label: 'Sensory', value: 'Warszawa, Frankfurt, Amsterdam, Helsinki, Ashburn' },
    { label: 'Głowa zapisu', value: chainHead },
  ],
  proof:
    'Liczby można odtworzyć z zapieczętowanego zapisu. Poproś nas o archiwum i uruchom: wachta verify --head 35418:9f2c61d0',
}

export const sampleTexts: Readonly<Record<'en' | 'pl', SampleTexts>> = { en: english, pl: polish }
