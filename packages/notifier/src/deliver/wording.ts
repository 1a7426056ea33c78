import type { MessageTexts } from '@wachta/channels'
import type { Language } from '@wachta/domain'

/** What an event is called, what usually causes it and what to do, where no type of error says it. */
export interface Explanation {
  readonly error_type: string
  readonly diagnosis: string
  readonly next_steps: string
}

interface LostSensor {
  readonly name: string
  readonly services_count: number
}

export interface Words {
  readonly status: {
    readonly failure: string
    readonly warning: string
    readonly ok: string
    readonly unstable: string
  }
  readonly explanations: Readonly<Record<string, Explanation>>
  readonly sensorLost: (sensor: LostSensor) => Explanation
  readonly flapping: MessageTexts
  readonly legacyRules: string
  readonly test: MessageTexts
  readonly code: MessageTexts
}

const polish: Words = {
  status: { failure: 'Awaria', warning: 'Ostrzeżenie', ok: 'Działa', unstable: 'niestabilna' },
  explanations: {
    failure: {
      error_type: 'Awaria usługi',
      diagnosis: 'Sensory zgłosiły błędy, ale nie podały ich rodzaju.',
      next_steps: 'Zajrzyj do wyników analizy w panelu.',
    },
    performance: {
      error_type: 'Usługa odpowiada zbyt wolno',
      diagnosis: 'Serwer lub jego łącze jest przeciążone albo zwolniło coś, z czego usługa korzysta.',
      next_steps: 'Porównaj w panelu czasy odpowiedzi z poszczególnych sensorów i sprawdź obciążenie serwera.',
    },
    certificate_expiry: {
      error_type: 'Certyfikat niedługo wygaśnie',
      diagnosis: 'Certyfikat nie został odnowiony na czas albo serwer nadal podaje poprzedni.',
      next_steps: 'Odnów certyfikat i wczytaj go na serwerze ponownie.',
    },
    domain_expiry: {
      error_type: 'Domena niedługo wygaśnie',
      diagnosis: 'Opłata za domenę nie została odnowiona.',
      next_steps: 'Odnów domenę u rejestratora.',
    },
  },
  sensorLost: ({ name, services_count }) => ({
    error_type: `Sensor ${name} się nie zgłasza`,
    diagnosis: `Sensor ${name} nie działa albo stracił łączność. Liczba usług tego konta, które sprawdza: ${services_count}.`,
    next_steps: 'Sprawdź maszynę sensora i jej sieć. Usługi sprawdzają nadal pozostałe sensory.',
  }),
  flapping: {
    subject: 'niestabilna',
    text: 'Usługa na przemian działa i nie działa. O końcu powiadomimy, gdy przez jakiś czas będzie spokój.',
  },
  legacyRules: 'Awaria usługi',
  test: {
    subject: 'Wachta: wiadomość próbna',
    text: 'Wachta: to wiadomość próbna konta {{account_name}}. Powiadomienia na ten adres docierają.',
  },
  code: {
    subject: 'Wachta: kod do potwierdzenia adresu',
    text: 'Wachta: kod {{code}} potwierdza ten adres. Jest ważny 10 minut. Jeśli nie masz z tym nic wspólnego, nic nie rób.',
  },
}

const english: Words = {
  status: { failure: 'Failure', warning: 'Warning', ok: 'OK', unstable: 'unstable' },
  explanations: {
    failure: {
      error_type: 'Failure of the service',
      diagnosis: 'Sensors reported errors, but not of which type.',
      next_steps: 'Look at the results of the analysis in the panel.',
    },
    performance: {
      error_type: 'The service answers too slowly',
      diagnosis: 'The server or its link is overloaded, or something that the service uses has become slow.',
      next_steps: 'Compare the response times of the sensors in the panel, and look at the load of the server.',
    },
    certificate_expiry: {
      error_type: 'The certificate expires soon',
      diagnosis: 'The certificate was not renewed in time, or the server still shows the former one.',
      next_steps: 'Renew the certificate and let the server load it.',
    },
    domain_expiry: {
      error_type: 'The domain expires soon',
      diagnosis: 'The registration of the domain was not renewed.',
      next_steps: 'Renew the domain at its registrar.',
    },
  },
  sensorLost: ({ name, services_count }) => ({
    error_type: `Sensor ${name} does not report`,
    diagnosis: `Sensor ${name} is down or cut off. Services of this account that it watches: ${services_count}.`,
    next_steps: 'Look at the machine of the sensor and its network. The other sensors go on watching the services.',
  }),
  flapping: {
    subject: 'unstable',
    text: 'The service goes up and down. Its end is told once it has been calm for a while.',
  },
  legacyRules: 'Failure of the service',
  test: {
    subject: 'Wachta: test message',
    text: 'Wachta: this is a test message of the account {{account_name}}. Notifications reach this address.',
  },
  code: {
    subject: 'Wachta: code that confirms your address',
    text: 'Wachta: the code {{code}} confirms this address. It is good for 10 minutes. If you did not ask for it, do nothing.',
  },
}

/** What the notifier says by itself, beside templates. */
export const words: Readonly<Record<Language, Words>> = { pl: polish, en: english }
