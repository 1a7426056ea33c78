import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTestAuthority, type LeafOptions } from '@wachta/testing/certificates'
import { findFreePort } from '@wachta/testing/free-port'
import type { Fault, FaultyServer } from './fault.ts'
import { rawServer, tlsServer } from './servers.ts'

const showing = (name: string, kind: string, leaf: LeafOptions, settings = {}): Fault => ({
  name,
  type_id: 'https',
  settings,
  server: () => tlsServer(getTestAuthority().leaf(leaf)),
  kind,
})

/** A server whose handshake is done by openssl, which sends alerts that Node does not send. */
const opensslServer =
  (...args: readonly string[]) =>
  async (): Promise<FaultyServer> => {
    const folder = mkdtempSync(join(tmpdir(), 'openssl-'))
    const { key, cert } = getTestAuthority().leaf({ issuer: 'root' })
    writeFileSync(join(folder, 'key.pem'), key)
    writeFileSync(join(folder, 'cert.pem'), cert)
    const port = await findFreePort()
    const own = ['s_server', '-accept', `127.0.0.1:${port}`, '-key', 'key.pem', '-cert', 'cert.pem', '-www']
    const child = spawn('openssl', [...own, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const text of child.stdout.iterator({ destroyOnReturn: false }))
      if (String(text).includes('ACCEPT')) break
    child.stdout.resume()
    const close = () => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
    return { address: `localhost:${port}`, checkContext: { authorities: getTestAuthority().authorities }, close }
  }

const oldest = 'DEFAULT@SECLEVEL=0'

export const tlsFaults: readonly Fault[] = [
  showing('an expired certificate', 'tls_certificate_expired', { from: '20200101000000Z', to: '20210101000000Z' }),
  showing('a certificate of the future', 'tls_certificate_not_yet_valid', {
    from: '20900101000000Z',
    to: '20910101000000Z',
  }),
  showing('a certificate for another name', 'tls_certificate_wrong_host', { names: 'DNS:other.example' }),
  showing('a certificate for a part of the name', 'tls_certificate_wrong_host', { names: 'DNS:local*' }),
  showing('a certificate by a stranger', 'tls_certificate_untrusted', { issuer: 'stranger' }),
  showing('a certificate by a stranger who is not shown', 'tls_certificate_untrusted', {
    issuer: 'stranger',
    omitsIntermediate: true,
  }),
  showing('an intermediate that is not sent', 'tls_certificate_chain_incomplete', {
    omitsIntermediate: true,
    extensions: 'authorityInfoAccess=caIssuers;URI:http://ca.example/ca.crt\n',
  }),
  showing('an expired intermediate', 'tls_certificate_intermediate_expired', { issuer: 'expired' }),
  showing('a certificate of clients', 'tls_certificate_invalid', { extensions: 'extendedKeyUsage=clientAuth\n' }),
  showing('an unknown critical extension', 'tls_certificate_invalid', { extensions: '1.2.3.4=critical,DER:0500\n' }),
  showing('too few days left', 'tls_certificate_expiring', { to: inDays(10) }, { certificate_expiry_days: 30 }),
  showing(
    'too few days left, not verified',
    'tls_certificate_expiring',
    { to: inDays(10), issuer: 'stranger' },
    { certificate_expiry_days: 30, verify_certificate: false },
  ),
  {
    name: 'a certificate signed by itself',
    type_id: 'https',
    server: () => tlsServer(getTestAuthority().selfSigned()),
    kind: 'tls_certificate_self_signed',
  },
  {
    name: 'an authority signed by itself in the chain',
    type_id: 'https',
    server: async () => ({ ...(await tlsServer({})), checkContext: {} }),
    kind: 'tls_certificate_untrusted',
  },
  {
    name: 'an address that the certificate does not name',
    type_id: 'https',
    server: () => tlsServer(getTestAuthority().leaf({ names: 'DNS:localhost' }), undefined, '127.0.0.1'),
    kind: 'tls_certificate_wrong_host',
  },
  {
    name: 'TLS 1.0',
    type_id: 'https',
    server: () => tlsServer({ minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: oldest }),
    kind: 'tls_protocol_version',
  },
  {
    name: 'TLS 1.1',
    type_id: 'https',
    server: opensslServer('-tls1_1', '-cipher', oldest),
    kind: 'tls_protocol_version',
  },
  {
    name: 'no shared cipher',
    type_id: 'https',
    server: opensslServer('-tls1_2', '-cipher', `ECDHE-ECDSA-AES256-CCM8:@SECLEVEL=0`),
    kind: 'tls_no_shared_cipher',
  },
  {
    name: 'a certificate of ours is wanted (TLS 1.3)',
    type_id: 'https',
    server: opensslServer('-tls1_3', '-Verify', '1', '-verify_return_error'),
    kind: 'tls_client_certificate_required',
  },
  {
    name: 'the name is not served',
    type_id: 'https',
    server: opensslServer(
      '-servername',
      'other.example',
      '-servername_fatal',
      '-key2',
      'key.pem',
      '-cert2',
      'cert.pem',
    ),
    kind: 'tls_unrecognized_name',
  },
  {
    name: 'another protocol is spoken',
    type_id: 'https',
    server: () => tlsServer({ ALPNProtocols: ['h2'] }),
    kind: 'tls_no_application_protocol',
  },
  {
    name: 'no TLS but a web server',
    type_id: 'https',
    server: () => rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    kind: 'tls_not_spoken',
  },
  {
    name: 'no TLS but a mail server',
    type_id: 'https',
    server: () => rawServer((socket) => socket.end('220 mail.example ESMTP\r\n')),
    kind: 'tls_not_spoken',
  },
  {
    name: 'closed within the handshake',
    type_id: 'https',
    server: () => rawServer((socket) => socket.once('data', () => socket.end())),
    kind: 'tls_connection_closed',
  },
  {
    name: 'reset within the handshake',
    type_id: 'https',
    server: () => rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    kind: 'tls_connection_closed',
  },
  {
    name: 'an alert and nothing else',
    type_id: 'https',
    server: () => rawServer((socket) => socket.once('data', () => socket.end(Buffer.from([21, 3, 3, 0, 2, 2, 80])))),
    kind: 'tls_handshake_failed',
  },
  {
    name: 'silence instead of a handshake',
    type_id: 'https',
    server: () => rawServer((socket) => socket.resume()),
    timeout_ms: 300,
    kind: 'timeout_tls',
  },
  {
    name: 'closed after the handshake',
    type_id: 'https',
    server: () => tlsServer({}, (socket) => socket.end()),
    kind: 'connection_closed',
  },
  {
    name: 'silence after the handshake',
    type_id: 'https',
    server: () => tlsServer({}, (socket) => socket.resume()),
    timeout_ms: 700,
    kind: 'timeout_first_byte',
  },
]

function inDays(days: number): string {
  const iso = new Date(Date.now() + days * 86_400_000).toISOString()
  return `${iso.replace(/\D/g, '').slice(0, 14)}Z`
}
