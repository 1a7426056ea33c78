import { TestAuthority } from '@wachta/testing/certificates'
import { attackAddress } from '../addresses.ts'
import type { CertificateName } from '../attacks/attack.ts'

export type Certificates = Readonly<Record<CertificateName, { readonly key: string; readonly cert: string }>>

/** None of them is trusted: pages that need one are opened without verification. */
export function makeCertificates(): Certificates {
  const authority = new TestAuthority()
  const ownName = `IP:${attackAddress}`
  const manyNames = Array.from({ length: 2_000 }, (_, index) => `DNS:a-name-that-is-quite-long-${index}.example.com`)
  return {
    plain: authority.leaf({ names: ownName }),
    'many-names': authority.leaf({ names: `${ownName},${manyNames.join(',')}` }),
    expired: authority.leaf({ names: ownName, from: '20200101000000Z', to: '20210101000000Z' }),
  }
}
