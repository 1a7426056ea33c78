import { runScenario } from '../scenario/run-scenario.ts'
import { stepSchema } from '../scenario/step.ts'
import { webAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { scenarioSettings } from './scenario-settings.ts'
import { verifyCertificate } from './shared-settings.ts'

export const httpScenarioCheckType = defineCheckType('http_scenario', {
  name: { pl: 'Scenariusz HTTP', en: 'HTTP scenario' },
  description: {
    pl: 'Wysyła kolejne żądania, przenosi wartości z jednych odpowiedzi do następnych żądań i kończy na pierwszym błędzie.',
    en: 'Sends requests in order, carries values from responses to later requests, and stops at the first error.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Adres, do którego odnoszą się ścieżki kroków, np. https://api.example.com, albo sam host (wtedy HTTPS).',
    en: 'The address that the paths of the steps start from, such as https://api.example.com, or a bare host (then HTTPS).',
  },
  defaultInterval: 300,
  supportsSteps: true,
  artifactTypes: ['content', 'headers', 'har', 'dns_answer', 'traceroute'],
  settings: {
    ...scenarioSettings(
      { pl: 'Kolejne żądania', en: 'Requests, in order' },
      { step: stepSchema, editor: 'http_steps' },
    ),
    verify_certificate: verifyCertificate,
  },
  validateAddress: webAddress('https', 'http'),
  examples: {
    good: ['api.example.com', 'https://api.example.com/v1', 'http://api.example.com:8080'],
    bad: ['ftp://api.example.com', 'file:///etc/passwd', 'https://user:password@api.example.com'],
  },
  run: runScenario,
})
