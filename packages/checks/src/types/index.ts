import { browserScenarioCheckType } from './browser-scenario.ts'
import type { CheckType } from './check-type.ts'
import { dnsCheckType } from './dns.ts'
import { domainExpiryCheckType } from './domain-expiry.ts'
import { ftpCheckType } from './ftp.ts'
import { fullpageCheckType } from './fullpage.ts'
import { fullpagehttpsCheckType } from './fullpagehttps.ts'
import { grpcHealthCheckType } from './grpc-health.ts'
import { heartbeatCheckType } from './heartbeat.ts'
import { httpCheckType } from './http.ts'
import { httpScenarioCheckType } from './http-scenario.ts'
import { httpsCheckType } from './https.ts'
import { imapCheckType } from './imap.ts'
import { pingCheckType } from './ping.ts'
import { pop3CheckType } from './pop3.ts'
import { smtpCheckType } from './smtp.ts'
import { smtpHeloCheckType } from './smtp-helo.ts'
import { sshCheckType } from './ssh.ts'
import { tcpCheckType } from './tcp.ts'
import { tlsCertificateCheckType } from './tls-certificate.ts'
import { vendorStatusCheckType } from './vendor-status.ts'
import { websocketCheckType } from './websocket.ts'

/** All check types. A new one is one file and one line here. */
export const checkTypes: readonly CheckType[] = [
  httpCheckType,
  httpsCheckType,
  pingCheckType,
  dnsCheckType,
  smtpHeloCheckType,
  fullpageCheckType,
  fullpagehttpsCheckType,
  tcpCheckType,
  tlsCertificateCheckType,
  smtpCheckType,
  imapCheckType,
  pop3CheckType,
  ftpCheckType,
  sshCheckType,
  websocketCheckType,
  grpcHealthCheckType,
  domainExpiryCheckType,
  heartbeatCheckType,
  httpScenarioCheckType,
  browserScenarioCheckType,
  vendorStatusCheckType,
]

const checkTypesById: ReadonlyMap<string, CheckType> = new Map(checkTypes.map((type) => [type.id, type]))

export const findCheckType = (id: string): CheckType | undefined => checkTypesById.get(id)
