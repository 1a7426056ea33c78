import type { MessageTexts } from '@wachta/channels'
import type { Language } from '@wachta/domain'

/** The name of an alert, its usual cause and the action to take, for alerts without an error type. */
export interface Explanation {
  readonly error_type: string
  readonly diagnosis: string
  readonly next_steps: string
}

interface LostSensor {
  readonly name: string
  readonly services_count: number
  /** One of the services that it checks. */
  readonly service_name: string
}

export interface StatusTexts {
  readonly status: {
    readonly failure: string
    readonly warning: string
    /** The end of an alert about a failure. */
    readonly ok: string
    /** The end of any other alert, which says nothing about whether the service is up. */
    readonly resolved: string
    readonly flapping: string
  }
  readonly explanations: Readonly<Record<string, Explanation>>
  readonly sensorLost: (sensor: LostSensor) => Explanation
  /** The note in the start of an alert. */
  readonly flapping: MessageTexts
  /** The note in its end. */
  readonly flappingEnd: string
  /** Stands in for the name of the alert rule in legacy notifications, which have none. */
  readonly legacyRule: string
  readonly test: MessageTexts
  readonly code: MessageTexts
}

const polish: StatusTexts = {
  status: {
    failure: 'Awaria',
    warning: 'Ostrzeżenie',
    ok: 'Działa',
    resolved: 'Koniec alertu',
    flapping: 'problem nawraca',
  },
  explanations: {
    failure: {
      error_type: 'Awaria usługi',
      diagnosis: 'Nieznana: sensory zgłosiły błędy, ale nie podały ich rodzaju.',
      next_steps: 'Sprawdź wyniki analizy w panelu.',
    },
    performance: {
      error_type: 'Usługa odpowiada zbyt wolno',
      diagnosis: 'Serwer lub jego łącze jest przeciążone albo zwolnił system, od którego zależy usługa.',
      next_steps: 'Porównaj w panelu czasy odpowiedzi z poszczególnych sensorów i sprawdź obciążenie serwera.',
    },
    certificate_expiry: {
      error_type: 'Certyfikat wygasa lub już wygasł',
      diagnosis: 'Certyfikat nie został odnowiony albo serwer nadal używa poprzedniego.',
      next_steps: 'Odnów certyfikat i przeładuj konfigurację serwera.',
    },
    domain_expiry: {
      error_type: 'Domena wygasa lub już wygasła',
      diagnosis: 'Rejestracja domeny nie została odnowiona.',
      next_steps: 'Odnów domenę u rejestratora.',
    },
  },
  sensorLost: ({ name, services_count, service_name }) => ({
    error_type: 'Offline lub w kwarantannie',
    diagnosis:
      `Sensor ${name} nie działa, stracił łączność albo jego wyniki odbiegają od wyników innych sensorów. ` +
      `Liczba usług tego konta, które sprawdza: ${services_count}${services_count > 0 ? `, w tym ${service_name}` : ''}.`,
    next_steps: 'Sprawdź maszynę sensora i jej sieć. Usługi, które mają też inne sensory, są nadal sprawdzane.',
  }),
  flapping: {
    subject: 'problem nawraca',
    text: 'Problem ciągle wraca. Alert zakończy się dopiero po co najmniej 15 minutach bez problemu.',
  },
  flappingEnd: 'Przed końcem alertu problem ciągle wracał.',
  legacyRule: 'Awaria usługi',
  test: {
    subject: 'Wachta: powiadomienie testowe',
    text: 'Wachta: powiadomienie testowe z konta {{account_name}}. Powiadomienia na ten adres docierają.',
  },
  code: {
    subject: 'Wachta: kod weryfikacyjny',
    text: 'Wachta: kod weryfikacyjny {{code}}. Jest ważny 10 minut. Jeśli to nie Ty o niego prosisz, zignoruj tę wiadomość.',
  },
}

const english: StatusTexts = {
  status: { failure: 'Down', warning: 'Warning', ok: 'Up', resolved: 'Resolved', flapping: 'flapping' },
  explanations: {
    failure: {
      error_type: 'Service down',
      diagnosis: 'Unknown: the sensors reported errors without an error type.',
      next_steps: 'Check the results of the analysis in Wachta.',
    },
    performance: {
      error_type: 'Slow response',
      diagnosis: 'The server or its network is overloaded, or a system that the service depends on has become slow.',
      next_steps: 'Compare the response times of the sensors in Wachta, and check the load of the server.',
    },
    certificate_expiry: {
      error_type: 'Certificate expires soon or has expired',
      diagnosis: 'The certificate was not renewed, or the server still uses the previous one.',
      next_steps: 'Renew the certificate and reload the server.',
    },
    domain_expiry: {
      error_type: 'Domain expires soon or has expired',
      diagnosis: 'The registration of the domain was not renewed.',
      next_steps: 'Renew the domain at its registrar.',
    },
  },
  sensorLost: ({ name, services_count, service_name }) => ({
    error_type: 'Offline or in quarantine',
    diagnosis:
      `Sensor ${name} is down, has no network, or its results differ from those of other sensors. ` +
      `Services of this account that it checks: ${services_count}${services_count > 0 ? `, including ${service_name}` : ''}.`,
    next_steps:
      'Check the machine of the sensor and its network. Services that have other sensors are still being checked.',
  }),
  flapping: {
    subject: 'flapping',
    text: 'The problem keeps coming back. The alert is resolved only after at least 15 minutes without it.',
  },
  flappingEnd: 'Before it was resolved, the problem kept coming back.',
  legacyRule: 'Service down',
  test: {
    subject: 'Wachta: test notification',
    text: 'Wachta: test notification from the account {{account_name}}. Notifications reach this address.',
  },
  code: {
    subject: 'Wachta: verification code',
    text: 'Wachta: verification code {{code}}. It is valid for 10 minutes. If you did not request it, ignore this message.',
  },
}

/** The texts of the notifier that no template contains. */
export const texts: Readonly<Record<Language, StatusTexts>> = { pl: polish, en: english }
