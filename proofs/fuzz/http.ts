import type { Random } from './random.ts'
import type { FuzzRequest } from './world.ts'

/** Bytes that are only partly HTTP. The server must answer even these in the published format. */
export function createBrokenHttp({ path, operation }: FuzzRequest, random: Random): string {
  const line = `${operation.method} ${path} HTTP/1.1\r\n`
  const otherHeaders = 'Host: localhost\r\nConnection: close\r\n'
  const json = 'Content-Type: application/json\r\n'
  return random.pick([
    `${line}${otherHeaders}X-Bad: a\0b\r\n\r\n`,
    `${line}${otherHeaders}X Bad: a\r\n\r\n`,
    `${line}${otherHeaders}: empty\r\n\r\n`,
    `${line}${otherHeaders}no colon\r\n\r\n`,
    `${line}Connection: close\r\n\r\n`,
    `${line}${otherHeaders}X-Long: ${'x'.repeat(70_000)}\r\n\r\n`,
    `${line}${otherHeaders}${json}Content-Length: -1\r\n\r\n{}`,
    `${line}${otherHeaders}${json}Content-Length: 1e1\r\n\r\n{}`,
    `${line}${otherHeaders}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    `${line}${otherHeaders}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${line}${otherHeaders}${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `${line}${otherHeaders}${json}Transfer-Encoding: gzip\r\n\r\n{}`,
    `${line}${otherHeaders}${json}Content-Length: 9999999999\r\n\r\n{}`,
    `${line}${otherHeaders}Expect: something\r\n\r\n`,
    `${operation.method} ${path} HTTP/9.9\r\n${otherHeaders}\r\n`,
    `${operation.method} ${path}\r\n\r\n`,
    `NOPE ${path} HTTP/1.1\r\n${otherHeaders}\r\n`,
    `${operation.method} * HTTP/1.1\r\n${otherHeaders}\r\n`,
    `${operation.method} http://other.example${path} HTTP/1.1\r\n${otherHeaders}\r\n`,
    `${operation.method} ${path}\x80 HTTP/1.1\r\n${otherHeaders}\r\n`,
    `GET /v3/${'x'.repeat(20_000)} HTTP/1.1\r\n${otherHeaders}\r\n`,
    `GET /v3/accounts\t HTTP/1.1\r\n${otherHeaders}\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '{"json": "only"}\r\n\r\n',
  ])
}
