import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Identity {
  readonly key: string
  /** The certificate, with its intermediates. */
  readonly cert: string
}

export interface LeafOptions {
  /** In the format of subjectAltName. */
  readonly names?: string
  /** In the format `20200101000000Z`. */
  readonly from?: string
  readonly to?: string
  readonly issuer?: Issuer
  /** Whether the certificate is sent without the intermediate. */
  readonly omitsIntermediate?: boolean
  readonly extensions?: string
}

type Issuer = 'root' | 'intermediate' | 'stranger' | 'expired'

/** A root, a valid and an expired intermediate below it, and an untrusted authority, created with openssl. */
export class TestAuthority {
  readonly #folder = mkdtempSync(join(tmpdir(), 'authority-'))
  readonly authorities: readonly string[]
  readonly localhost: Identity
  readonly #newKey: readonly string[]
  #count = 0

  constructor(newKey: readonly string[] = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']) {
    this.#newKey = newKey
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }))
    writeFileSync(join(this.#folder, 'index.txt'), '')
    this.#root('root', 'Test Root')
    this.#root('stranger', 'Stranger')
    this.#intermediate('intermediate', {})
    this.#intermediate('expired', { from: '20200101000000Z', to: '20210101000000Z' })
    this.authorities = [this.#read('root.pem')]
    this.localhost = this.leaf({})
  }

  leaf(options: LeafOptions): Identity {
    const {
      names = 'DNS:localhost,IP:127.0.0.1',
      issuer = 'intermediate',
      omitsIntermediate = false,
      extensions = '',
    } = options
    const name = `leaf${++this.#count}`
    this.#sign(name, { ...options, issuer, extensions: `${extensions}subjectAltName=${names}\n` })
    const chain = omitsIntermediate || issuer === 'root' ? '' : this.#read(`${issuer}.pem`)
    return { key: this.#read(`${name}.key`), cert: this.#read(`${name}.pem`) + chain }
  }

  selfSigned(): Identity {
    this.#root('self', 'localhost')
    return { key: this.#read('self.key'), cert: this.#read('self.pem') }
  }

  #root(name: string, subject: string): void {
    this.#openssl(
      'req',
      '-x509',
      ...this.#keyTo(name),
      '-subj',
      `/CN=${subject}`,
      '-days',
      '3650',
      '-out',
      `${name}.pem`,
    )
  }

  #intermediate(name: Issuer, validity: Pick<LeafOptions, 'from' | 'to'>): void {
    this.#sign(name, { ...validity, issuer: 'root', extensions: 'basicConstraints=critical,CA:TRUE\n' })
  }

  #sign(name: string, { from, to, issuer = 'root', extensions = '' }: LeafOptions): void {
    this.#openssl('req', ...this.#keyTo(name), '-subj', `/CN=${name}`, '-out', `${name}.csr`)
    const config = `[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nunique_subject=no\nrand_serial=yes\nnew_certs_dir=.\npolicy=any\nx509_extensions=added\n[any]\ncommonName=supplied\n[added]\n${extensions}`
    writeFileSync(join(this.#folder, `${name}.cnf`), config)
    const validity = [...(from ? ['-startdate', from] : []), ...(to ? ['-enddate', to] : ['-days', '3000'])]
    const issuerArguments = ['-cert', `${issuer}.pem`, '-keyfile', `${issuer}.key`]
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`]
    this.#openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      `${name}.cnf`,
      '-md',
      'sha256',
      ...issuerArguments,
      ...validity,
      ...files,
    )
  }

  #keyTo(name: string): string[] {
    return ['-newkey', ...this.#newKey, '-nodes', '-keyout', `${name}.key`]
  }

  #openssl(...args: readonly string[]): void {
    execFileSync('openssl', args, { cwd: this.#folder, stdio: ['ignore', 'ignore', 'pipe'] })
  }

  #read(file: string): string {
    return readFileSync(join(this.#folder, file), 'utf8')
  }
}

let sharedAuthority: TestAuthority | undefined

export function getTestAuthority(): TestAuthority {
  sharedAuthority ??= new TestAuthority()
  return sharedAuthority
}
