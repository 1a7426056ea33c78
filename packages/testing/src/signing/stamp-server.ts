import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { IssuedIdentity, TestAuthority } from './authority.ts'

export interface StampAuthority {
  readonly signer: IssuedIdentity
  /** Further certificates in responses. */
  readonly carried?: readonly IssuedIdentity[]
  /** The digest of certificate ids; sha1 makes openssl write the older attribute. */
  readonly idDigest?: 'sha1' | 'sha256'
}

/** Answers one request as `openssl ts` does. */
export function createStampReply(query: Uint8Array, testAuthority: TestAuthority, authority: StampAuthority): Buffer {
  const { signer, carried = [], idDigest = 'sha256' } = authority
  testAuthority.write('stamp-serial', '01')
  const certs = testAuthority.write('carried.pem', carried.map(({ certificate }) => certificate).join(''))
  const config = testAuthority.write(
    'stamps.cnf',
    [
      ...['[tsa]', 'default_tsa = one', '[one]', 'serial = stamp-serial', 'crypto_device = builtin'],
      ...[`signer_cert = ${signer.certificateFile}`, `signer_key = ${signer.keyFile}`, 'signer_digest = sha256'],
      ...(carried.length > 0 ? [`certs = ${certs}`] : []),
      ...['default_policy = 1.2.3.4.1', 'digests = sha256', 'accuracy = secs:1', 'ordering = yes', 'tsa_name = yes'],
      `ess_cert_id_alg = ${idDigest}`,
    ].join('\n'),
  )
  testAuthority.openssl(
    'ts',
    '-reply',
    '-queryfile',
    testAuthority.write('query.tsq', query),
    '-config',
    config,
    '-out',
    'reply.tsr',
  )
  return readFileSync(`${testAuthority.folder}/reply.tsr`)
}

/** Serves time stamps on the loopback interface. */
export async function serveStamps(testAuthority: TestAuthority, authority: StampAuthority) {
  const server = createServer(async (request, response) => {
    if (request.headers['content-type'] !== 'application/timestamp-query') return response.writeHead(415).end()
    const reply = createStampReply(await buffer(request), testAuthority, authority)
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
