import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTemporaryDirectory } from '@wachta/testing/daemon'

const run = promisify(execFile)

/** A certificate and its key: as text, and as files for servers that want files. */
export interface CertificateFiles {
  readonly certificate: string
  readonly key: string
  readonly certificateFile: string
  readonly keyFile: string
}

export interface CertificateRequest {
  /** As in `DNS:localhost,IP:127.0.0.1`. */
  readonly names?: string
  /** Days from now. */
  readonly from?: number
  readonly to?: number
  readonly key?: readonly string[]
  readonly digest?: string
  /** Signed by its own key. */
  readonly selfSigned?: boolean
}

export interface Authority extends AsyncDisposable {
  /** The certificate of the authority, for clients that should trust it. */
  readonly certificate: string
  issue(wanted?: CertificateRequest): Promise<CertificateFiles>
}

const ellipticKey = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

/** Starts an openssl certificate authority in a temporary directory. */
export async function startAuthority(): Promise<Authority> {
  const directory = await createTemporaryDirectory()
  const file = (name: string) => join(directory.path, name)
  const root = { certificate: file('root.pem'), key: file('root.key') }
  await writeFile(file('index.txt'), '')
  await writeFile(file('index.txt.attr'), 'unique_subject = no\n')
  const newKey = ['req', '-nodes', '-newkey', ...ellipticKey]
  const subject = ['-subj', '/CN=Wachta test authority']
  await run('openssl', [...newKey, '-x509', ...subject, '-days', '30', '-keyout', root.key, '-out', root.certificate])
  let count = 0
  const issue = async (wanted: CertificateRequest = {}): Promise<CertificateFiles> => {
    const { names = 'DNS:localhost,IP:127.0.0.1', from = -1, to = 90, key = ellipticKey, digest = 'sha256' } = wanted
    count += 1
    const [keyFile, request, certificateFile, config] = ['key', 'csr', 'pem', 'cnf'].map((end) =>
      file(`${count}.${end}`),
    )
    if (!keyFile || !request || !certificateFile || !config) throw new Error('no file names')
    await writeFile(config, configuration(directory.path, names))
    const request$ = [
      'req',
      '-nodes',
      '-newkey',
      ...key,
      '-subj',
      '/CN=Wachta test',
      '-keyout',
      keyFile,
      '-out',
      request,
    ]
    await run('openssl', request$)
    const signer = wanted.selfSigned
      ? ['-selfsign', '-keyfile', keyFile]
      : ['-cert', root.certificate, '-keyfile', root.key]
    const dates = ['-startdate', dateIn(from), '-enddate', dateIn(to), '-md', digest]
    await run('openssl', [
      'ca',
      '-batch',
      '-notext',
      '-config',
      config,
      ...signer,
      ...dates,
      '-in',
      request,
      '-out',
      certificateFile,
    ])
    const [certificate, keyText] = await Promise.all([readFile(certificateFile, 'utf8'), readFile(keyFile, 'utf8')])
    return { certificate, key: keyText, certificateFile, keyFile }
  }
  return {
    certificate: await readFile(root.certificate, 'utf8'),
    issue,
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}

const configuration = (directory: string, names: string) => `
[ca]
default_ca = ours
[ours]
database = ${directory}/index.txt
new_certs_dir = ${directory}
rand_serial = yes
policy = any
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = ${names}
extendedKeyUsage = serverAuth
`

/** A time in openssl's format: 20260131120000Z. */
const dateIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
