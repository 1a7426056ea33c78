import { execFileSync } from 'node:child_process'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const extensions = {
  root: 'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash',
  intermediate: 'basicConstraints=critical,CA:TRUE,pathlen:0\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash',
  signer: 'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature,nonRepudiation',
  stamps: 'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping',
  server: 'keyUsage=critical,keyEncipherment\nextendedKeyUsage=serverAuth',
} as const

export interface IssuedIdentity {
  readonly key: KeyObject
  readonly keyFile: string
  readonly certificate: string
  readonly certificateFile: string
}

export interface IssueOptions {
  readonly as: keyof typeof extensions
  readonly by?: IssuedIdentity
  readonly algorithm?: readonly string[]
}

/** Keys and certificates created by openssl in a separate folder. */
export class TestAuthority implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'wachta-signature-'))

  issue(
    name: string,
    { as, by, algorithm = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] }: IssueOptions,
  ): IssuedIdentity {
    const path = (ending: string) => join(this.folder, `${name}.${ending}`)
    writeFileSync(path('ext'), extensions[as])
    this.openssl(
      'req',
      '-new',
      '-newkey',
      ...algorithm,
      '-nodes',
      '-keyout',
      path('key'),
      '-out',
      path('csr'),
      '-subj',
      `/O=Test/CN=${name}`,
    )
    const issuer =
      by === undefined
        ? ['-signkey', path('key')]
        : ['-CA', by.certificateFile, '-CAkey', by.keyFile, '-CAcreateserial']
    this.openssl(
      'x509',
      '-req',
      '-in',
      path('csr'),
      ...issuer,
      '-days',
      '3650',
      '-sha256',
      '-extfile',
      path('ext'),
      '-out',
      path('pem'),
    )
    return {
      key: createPrivateKey(readFileSync(path('key'), 'utf8')),
      keyFile: path('key'),
      certificate: readFileSync(path('pem'), 'utf8'),
      certificateFile: path('pem'),
    }
  }

  openssl(...args: readonly string[]): Buffer {
    return execFileSync('openssl', args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  write(name: string, content: Uint8Array | string): string {
    const path = join(this.folder, name)
    writeFileSync(path, content)
    return path
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true })
  }
}
