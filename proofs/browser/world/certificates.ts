import { TestAuthority } from '@wachta/testing/certificates'
import type { CertificateName } from '../attacks/attack.ts'
import { attackAddress } from '../places.ts'

export type Certificates = Readonly<Record<CertificateName, { readonly key: string; readonly cert: string }>>

/** None of them is trusted: pages that need one are opened without verification. */
export function makeCertificates(): Certificates {
  const authority = new TestAuthority()
  const own = `IP:${attackAddress}`
  const many = Array.from({ length: 2_000 }, (_, index) => `DNS:a-name-that-is-quite-long-${index}.example.com`)
  return {
    plain: authority.leaf({ names: own }),
    'many-names': authority.leaf({ names: `${own},${many.join(',')}` }),
    expired: authority.leaf({ names: own, from: '20200101000000Z', to: '20210101000000Z' }),
  }
}
