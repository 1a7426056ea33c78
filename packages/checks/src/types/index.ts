import { browserScenario } from './browser-scenario.ts'
import type { CheckType } from './check-type.ts'
import { dns } from './dns.ts'
import { domainExpiry } from './domain-expiry.ts'
import { ftp } from './ftp.ts'
import { fullpage } from './fullpage.ts'
import { fullpagehttps } from './fullpagehttps.ts'
import { grpcHealth } from './grpc-health.ts'
import { heartbeat } from './heartbeat.ts'
import { http } from './http.ts'
import { httpScenario } from './http-scenario.ts'
import { https } from './https.ts'
import { imap } from './imap.ts'
import { ping } from './ping.ts'
import { pop3 } from './pop3.ts'
import { smtp } from './smtp.ts'
import { smtpHelo } from './smtp-helo.ts'
import { ssh } from './ssh.ts'
import { tcp } from './tcp.ts'
import { tlsCertificate } from './tls-certificate.ts'
import { websocket } from './websocket.ts'

/** Every way of checking a service. A new one is one file and one line here. */
export const checkTypes: readonly CheckType[] = [
  http,
  https,
  ping,
  dns,
  smtpHelo,
  fullpage,
  fullpagehttps,
  tcp,
  tlsCertificate,
  smtp,
  imap,
  pop3,
  ftp,
  ssh,
  websocket,
  grpcHealth,
  domainExpiry,
  heartbeat,
  httpScenario,
  browserScenario,
]

const byId: ReadonlyMap<string, CheckType> = new Map(checkTypes.map((type) => [type.id, type]))

export const checkType = (id: string): CheckType | undefined => byId.get(id)
