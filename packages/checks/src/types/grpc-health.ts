import { isIPv6, type Socket } from 'node:net'
import { CheckFailure } from '../failure.ts'
import { type CallAnswer, call } from '../grpc/call.ts'
import { unframe } from '../grpc/frame.ts'
import { decodeResponse, encodeRequest, type ServingStatus } from '../grpc/health-message.ts'
import { judgeCall } from '../grpc/status.ts'
import type { Endpoint } from '../network/network.ts'
import type { Probe } from '../probe.ts'
import { expectTime } from '../web/expectations.ts'
import { rejectBlockedPort } from '../web/web-endpoint.ts'
import { maskCredentials } from '../web/web-request.ts'
import { hostAddress, parseEndpoint } from './address.ts'
import type { CheckTarget } from './check-target.ts'
import { defineCheckType } from './check-type.ts'
import { readFlagSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import { type CheckSettings, flagField, textField } from './setting.ts'
import {
  certificateSettings,
  maximumResponseTime,
  portSetting,
  sensorSettings,
  timeoutSetting,
} from './shared-settings.ts'

/** https://grpc.io/docs/guides/health-checking/ */
export const grpcHealthCheckType = defineCheckType('grpc_health', {
  name: { pl: 'Stan usługi gRPC', en: 'gRPC health' },
  description: {
    pl: 'Pyta serwer gRPC o stan usługi przez standardową usługę grpc.health.v1.',
    en: 'Asks a gRPC server for the state of a service through the standard service grpc.health.v1.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. grpc.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as grpc.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['headers', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: portSetting(443),
    timeout: timeoutSetting(),
    service: textField(
      { pl: 'Nazwa usługi (gdy pusta, cały serwer)', en: 'Service name (if empty, the whole server)' },
      { max: 255, pattern: '^[A-Za-z_][A-Za-z0-9_.]*$' },
    ),
    tls: flagField({ pl: 'Połączenie szyfrowane (TLS)', en: 'Encrypted connection (TLS)' }, true),
    ...certificateSettings,
    maximum_response_time: maximumResponseTime,
  },
  recognisedBy: { schemes: ['grpc'] },
  validateAddress: hostAddress({ scheme: 'grpc', port: true }),
  examples: {
    good: ['grpc.example.com', 'grpc.example.com:50051', 'grpc://grpc.example.com'],
    bad: ['unix:///run/grpc.socket', 'grpc.example.com/grpc.health.v1.Health', 'grpc.example.com:port'],
  },
  run: checkHealth,
})

const failureKinds: Readonly<Record<ServingStatus, string | null>> = {
  SERVING: null,
  NOT_SERVING: 'grpc_not_serving',
  UNKNOWN: 'grpc_not_serving',
  SERVICE_UNKNOWN: 'grpc_service_unknown',
}

async function checkHealth({ address, settings }: CheckTarget, probe: Probe): Promise<void> {
  const started = probe.now()
  const { host, port } = parseEndpoint(address)
  const endpoint = rejectBlockedPort({ host, port: port ?? Number(settings['port']) })
  const socket = await openConnection(endpoint, settings, probe)
  probe.enter('first_byte')
  const requestStarted = probe.now()
  const service = readTextSetting(settings, 'service') ?? ''
  const answer = await call({
    socket,
    authority: toAuthority(endpoint, readFlagSetting(settings, 'tls')),
    path: '/grpc.health.v1.Health/Check',
    message: encodeRequest(service),
    signal: probe.signal,
    onHeaders: () => probe.setPhase('first_byte', probe.now() - requestStarted),
  })
  const elapsedMs = probe.now() - started
  probe.setResponseTime(elapsedMs)
  probe.countBytes(answer.body.length)
  probe.keep('headers', describeAnswer(answer))
  judgeCall(answer)
  const status = decodeResponse(unframe(answer.body))
  const kind = failureKinds[status]
  if (kind !== null) throw new CheckFailure(kind, `${service || 'the server'} is ${status}`)
  expectTime(elapsedMs, readNumberSetting(settings, 'maximum_response_time'))
}

async function openConnection(endpoint: Endpoint, settings: CheckSettings, probe: Probe): Promise<Socket> {
  const socket = await probe.network.connect(endpoint)
  if (!readFlagSetting(settings, 'tls')) return socket
  const secured = await probe.network.secure(socket, {
    servername: endpoint.host.replace(/\.$/, ''),
    verify: readFlagSetting(settings, 'verify_certificate'),
    alpn: ['h2'],
    expiryDays: readNumberSetting(settings, 'certificate_expiry_days'),
  })
  if (secured.alpnProtocol !== 'h2')
    throw new CheckFailure('tls_no_application_protocol', 'the server does not offer HTTP/2 (h2), which gRPC needs')
  return secured
}

const toAuthority = ({ host, port }: Endpoint, isSecure: boolean): URL =>
  new URL(`${isSecure ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`)

function describeAnswer({ headers, trailers }: CallAnswer): string {
  const lines = Object.entries({ ...headers, ...trailers }).map(
    ([name, value]) => `${name}: ${maskCredentials(name, String(value))}`,
  )
  return `${lines.join('\n')}\n`
}
