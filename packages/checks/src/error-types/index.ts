import { browserErrors } from './browser.ts'
import { certificateErrors } from './certificate.ts'
import { configurationErrors } from './configuration.ts'
import { connectErrors } from './connect.ts'
import { contentErrors } from './content.ts'
import { dnsErrors } from './dns.ts'
import { domainErrors } from './domain.ts'
import type { ErrorType, ErrorTypeCategory, ErrorTypeGroup } from './error-type.ts'
import { grpcErrors } from './grpc.ts'
import { heartbeatErrors } from './heartbeat.ts'
import { httpErrors } from './http.ts'
import { httpStatusErrors } from './http-status.ts'
import { mailErrors } from './mail.ts'
import { otherErrors } from './other.ts'
import { pingErrors } from './ping.ts'
import { protocolErrors } from './protocol.ts'
import { scenarioErrors } from './scenario.ts'
import { timeoutErrors } from './timeout.ts'
import { tlsErrors } from './tls.ts'
import { vendorErrors } from './vendor.ts'
import { websocketErrors } from './websocket.ts'

const groups: readonly ErrorTypeGroup[] = [
  dnsErrors,
  connectErrors,
  tlsErrors,
  certificateErrors,
  httpStatusErrors,
  httpErrors,
  contentErrors,
  timeoutErrors,
  mailErrors,
  protocolErrors,
  websocketErrors,
  grpcErrors,
  pingErrors,
  domainErrors,
  scenarioErrors,
  browserErrors,
  heartbeatErrors,
  configurationErrors,
  otherErrors,
  vendorErrors,
]

/** Every failure a check can meet, by ascending id. */
export const errorTypes: readonly ErrorType[] = groups.flatMap(({ types }) => types).sort((a, b) => a.id - b.id)

export const errorTypeCategories: readonly ErrorTypeCategory[] = groups.map(({ types, ...category }) => category)
