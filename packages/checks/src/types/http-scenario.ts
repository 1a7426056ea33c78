import { Type } from 'typebox'
import { webAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { httpMethods } from './http-settings.ts'
import { headerLine, headerName, jsonPath, statusCodes } from './patterns.ts'
import { closed, expression, line, oneOf, scenarioSettings, target, variableName } from './scenario-settings.ts'
import { maximumTimeout, verifyCertificate } from './shared-settings.ts'

const header = Type.String({ minLength: 1, maxLength: 64, pattern: headerName })
const path = Type.String({ maxLength: 1500, pattern: jsonPath })

const assertion = oneOf({
  status_codes: Type.String({ maxLength: 200, pattern: statusCodes }),
  content_regex: expression,
  negative_content_regex: expression,
  header: closed({ name: header, regex: expression }),
  json: closed({ path, value: Type.String({ maxLength: 1000 }) }),
  maximum_response_time: Type.Integer({ minimum: 1, maximum: maximumTimeout }),
})

const extraction = oneOf({ json_path: path, header, content_regex: expression }, { variable: variableName })

const step = closed({
  name: line(255),
  method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: httpMethods, default: 'GET' })),
  url: target,
  headers: Type.Optional(Type.Array(Type.String({ maxLength: 1000, pattern: headerLine }), { maxItems: 20 })),
  body: Type.Optional(Type.String({ maxLength: 16_384 })),
  assertions: Type.Optional(Type.Array(assertion, { maxItems: 20 })),
  extract: Type.Optional(Type.Array(extraction, { maxItems: 20 })),
})

export const httpScenario = defineCheckType('http_scenario', {
  name: { pl: 'Scenariusz żądań HTTP', en: 'Scenario of HTTP requests' },
  description: {
    pl: 'Wysyła kolejne żądania, przenosi wartości z jednych odpowiedzi do następnych żądań i kończy na pierwszym błędzie.',
    en: 'Sends requests in turn, carries values from responses to the requests that follow, and ends at the first error.',
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
    ...scenarioSettings({ pl: 'Kolejne żądania', en: 'Requests in turn' }, step),
    verify_certificate: verifyCertificate,
  },
  address: webAddress('https', 'http'),
  examples: {
    good: ['api.example.com', 'https://api.example.com/v1', 'http://api.example.com:8080'],
    bad: ['ftp://api.example.com', 'file:///etc/passwd', 'https://user:password@api.example.com'],
  },
})
