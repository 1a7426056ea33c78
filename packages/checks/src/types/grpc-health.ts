import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { flag, text } from './setting.ts'
import { certificateSettings, maximumResponseTime, port, sensorSettings, timeout } from './shared-settings.ts'

/** https://grpc.io/docs/guides/health-checking/ */
export const grpcHealth = defineCheckType('grpc_health', {
  name: { pl: 'Stan usługi gRPC', en: 'Health of a gRPC service' },
  description: {
    pl: 'Pyta serwer gRPC o stan usługi przez standardowy interfejs grpc.health.v1.',
    en: 'Asks a gRPC server for the state of a service through the standard interface grpc.health.v1.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. grpc.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as grpc.example.com. A port in the address goes before the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['headers', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: port(443),
    timeout: timeout(),
    service: text(
      { pl: 'Nazwa usługi (gdy pusta, cały serwer)', en: 'Name of the service (unless given, the whole server)' },
      { max: 255, pattern: '^[A-Za-z_][A-Za-z0-9_.]*$' },
    ),
    tls: flag({ pl: 'Połączenie szyfrowane (TLS)', en: 'Encrypted connection (TLS)' }, true),
    ...certificateSettings,
    maximum_response_time: maximumResponseTime,
  },
  address: hostAddress({ scheme: 'grpc', port: true }),
  examples: {
    good: ['grpc.example.com', 'grpc.example.com:50051', 'grpc://grpc.example.com'],
    bad: ['unix:///run/grpc.socket', 'grpc.example.com/grpc.health.v1.Health', 'grpc.example.com:port'],
  },
})
