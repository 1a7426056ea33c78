import { allowAll } from '@wachta/egress'
import type { ReportTrust } from '@wachta/proof'
import type { ReportSigner } from '@wachta/reporter/src/reports/signer.ts'
import { createStampAuthority, type StampAuthority } from '@wachta/reporter/src/time-stamps.ts'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { serveStamps } from '@wachta/testing/signing/stamp-server'

/** The keys with which an installation signs reports, and the certificates that a reader trusts. */
export interface SigningSetup extends AsyncDisposable {
  readonly signer: ReportSigner
  readonly authority: StampAuthority
  readonly trust: Required<Pick<ReportTrust, 'roots' | 'stampRoots'>>
}

/** Creates certificates and time stamps with openssl, independently of the code that verifies them. */
export async function setUpSigning(): Promise<SigningSetup> {
  const testAuthority = new TestAuthority()
  const root = testAuthority.issue('root', { as: 'root' })
  const reports = testAuthority.issue('reports', { as: 'signer', by: root })
  const stampRoot = testAuthority.issue('stamp-root', { as: 'root' })
  const stamps = await serveStamps(testAuthority, {
    signer: testAuthority.issue('stamps', { as: 'stamps', by: stampRoot }),
  })
  return {
    signer: { key: reports.key, certificates: [reports.certificate] },
    authority: createStampAuthority({ url: stamps.url, guard: allowAll, roots: [stampRoot.certificate] }),
    trust: { roots: [root.certificate], stampRoots: [stampRoot.certificate] },
    async [Symbol.asyncDispose]() {
      await stamps[Symbol.asyncDispose]()
      testAuthority[Symbol.dispose]()
    },
  }
}
