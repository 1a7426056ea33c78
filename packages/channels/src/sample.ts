import type { Language, Localized } from '@wachta/domain'

/** One alert, from start to end, for previews of templates: every variable has a value, and the values fit together. */
const english = {
  account_name: 'Example Ltd',
  group_name: 'Sales',
  service_id: '1042',
  service_name: 'Online shop',
  service_address: 'https://shop.example.com/',
  service_description: 'The shop and its payments. Hosting on-call: +48 600 100 200.',
  service_type: 'HTTPS',
  status: 'Down',
  event_name: 'Service down',
  escalation_name: 'Primary on-call',
  repeat_number: '0',
  contact_name: 'Night on-call',
  error_type: 'Connection timed out',
  error_type_id: '803',
  error_message: 'No answer from 203.0.113.20 port 443 in 10000 ms',
  diagnosis: 'The server is down or overloaded, or a firewall drops packets to this port.',
  next_steps: 'Check whether the host answers at all: `ping shop.example.com`, then `nc -vz shop.example.com 443`.',
  start_time: '2026-11-15 03:12',
  end_time: '2026-11-15 03:26',
  duration: '14 min',
  time_zone: 'Europe/Warsaw',
  response_time: '10000',
  step_number: '1',
  step_name: 'Opening the shop',
  failing_sensors: 'Warsaw, Frankfurt, Paris, Stockholm',
  failing_sensors_count: '4',
  sensors_count: '5',
  analysis_id: '918273645',
  service_link: 'https://panel.example.com/services/1042',
  analysis_link: 'https://panel.example.com/analyses/918273645',
  acknowledge_link: 'https://panel.example.com/a/Xk3f9Q2mT7',
}

const polish: typeof english = {
  ...english,
  account_name: 'Przykład sp. z o.o.',
  group_name: 'Sprzedaż',
  service_name: 'Sklep główny',
  service_description: 'Sklep z płatnościami. Dyżur w serwerowni: +48 600 100 200.',
  status: 'Awaria',
  event_name: 'Awaria usługi',
  escalation_name: 'Dyżur główny',
  contact_name: 'Dyżur nocny',
  error_type: 'Przekroczony czas łączenia',
  error_message: 'Brak odpowiedzi z 203.0.113.20, port 443, w ciągu 10000 ms',
  diagnosis: 'Serwer nie działa lub jest przeciążony albo zapora odrzuca pakiety do tego portu.',
  next_steps: 'Sprawdź, czy host w ogóle odpowiada: `ping shop.example.com`, potem `nc -vz shop.example.com 443`.',
  step_name: 'Otwarcie sklepu',
  failing_sensors: 'Warszawa, Frankfurt, Paryż, Sztokholm',
}

/** The status at the end of the alert; all other values are the same at its start and end. */
export const sampleEndStatus: Localized = { pl: 'Działa', en: 'Up' }

export const sampleValues: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  pl: polish,
  en: english,
}
