import { type CertificateFiles, startAuthority } from '../../lines/support/authority.ts'

export interface Certificates {
  /** The issuers of all certificates that are not self-signed. All checks share the list, so it is parsed once. */
  readonly authorities: readonly string[]
  readonly good: CertificateFiles
  readonly expired: CertificateFiles
  readonly notYetValid: CertificateFiles
  readonly expiring: CertificateFiles
  readonly wrongHost: CertificateFiles
  readonly selfSigned: CertificateFiles
  readonly weak: CertificateFiles
  readonly retired: CertificateFiles
}

let made: Promise<Certificates> | undefined

/** Creates the certificates once, when the first server needs one. */
export function certificates(): Promise<Certificates> {
  made ??= make()
  return made
}

async function make(): Promise<Certificates> {
  await using authority = await startAuthority()
  return {
    authorities: [authority.certificate],
    good: await authority.issue(),
    expired: await authority.issue({ from: -30, to: -1 }),
    notYetValid: await authority.issue({ from: 2, to: 30 }),
    expiring: await authority.issue({ to: 5 }),
    wrongHost: await authority.issue({ names: 'DNS:other.example.com' }),
    selfSigned: await authority.issue({ selfSigned: true }),
    retired: await authority.issue({ digest: 'sha1' }),
    weak: await authority.issue({ key: ['rsa:1024'] }),
  }
}
