import { webAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { httpToken } from './patterns.ts'
import { longText, secret, text } from './setting.ts'
import {
  certificateSettings,
  expectedRegex,
  maximumResponseTime,
  requestHeaders,
  sensorSettings,
  timeout,
} from './shared-settings.ts'

export const websocket = defineCheckType('websocket', {
  name: { pl: 'Kanał WebSocket', en: 'WebSocket channel' },
  description: {
    pl: 'Otwiera kanał WebSocket; może wysłać wiadomość i porównać odpowiedź.',
    en: 'Opens a WebSocket channel; it can send a message and compare the answer.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Adres kanału, np. wss://www.example.com/kanal, albo sam host; bez przedrostka połączenie jest szyfrowane.',
    en: 'The address of the channel, such as wss://www.example.com/feed, or a bare host; without a prefix it is encrypted.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['headers', 'transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    timeout: timeout(),
    request_headers: requestHeaders,
    bearer_token: secret({ pl: 'Token wysyłany jako Bearer', en: 'Token to send as Bearer' }, 4096),
    subprotocol: text({ pl: 'Podprotokół', en: 'Subprotocol' }, { max: 100, pattern: httpToken }),
    message: longText({ pl: 'Wysyłana wiadomość', en: 'Message to send' }, 10_000),
    expected_regex: expectedRegex,
    ...certificateSettings,
    maximum_response_time: maximumResponseTime,
  },
  address: webAddress('wss', 'ws'),
  examples: {
    good: ['wss://www.example.com/feed', 'ws://www.example.com:8080', 'www.example.com'],
    bad: ['https://www.example.com/feed', 'wss://token@www.example.com', 'wss:///feed'],
  },
})
