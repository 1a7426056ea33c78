import { browser } from './browser.ts'
import { certificate } from './certificate.ts'
import { configuration } from './configuration.ts'
import { connect } from './connect.ts'
import { content } from './content.ts'
import { dns } from './dns.ts'
import { domain } from './domain.ts'
import type { ErrorType, ErrorTypeCategory, ErrorTypeGroup } from './error-type.ts'
import { grpc } from './grpc.ts'
import { heartbeat } from './heartbeat.ts'
import { http } from './http.ts'
import { httpStatus } from './http-status.ts'
import { mail } from './mail.ts'
import { other } from './other.ts'
import { ping } from './ping.ts'
import { protocol } from './protocol.ts'
import { scenario } from './scenario.ts'
import { timeout } from './timeout.ts'
import { tls } from './tls.ts'
import { websocket } from './websocket.ts'

const allGroups: readonly ErrorTypeGroup[] = [
  dns,
  connect,
  tls,
  certificate,
  httpStatus,
  http,
  content,
  timeout,
  mail,
  protocol,
  websocket,
  grpc,
  ping,
  domain,
  scenario,
  browser,
  heartbeat,
  configuration,
  other,
]

const groups = allGroups.filter(({ isUnreachable }) => !isUnreachable)

/** Every failure a check can meet, by ascending id. */
export const errorTypes: readonly ErrorType[] = groups.flatMap(({ types }) => types).sort((a, b) => a.id - b.id)

export const errorTypeCategories: readonly ErrorTypeCategory[] = groups.map(
  ({ types, isUnreachable, ...category }) => category,
)
