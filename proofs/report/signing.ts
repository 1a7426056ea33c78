import { allowAll } from '@wachta/egress'
import type { ReportTrust } from '@wachta/proof'
import type { ReportSigner } from '@wachta/reporter/src/reports/signer.ts'
import { createStampAuthority, type StampAuthority } from '@wachta/reporter/src/time-stamps.ts'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { serveStamps } from '@wachta/testing/signing/stamp-server'

/** What an installation signs reports with, and what a reader of its reports trusts. */
export interface Signing extends AsyncDisposable {
  readonly signer: ReportSigner
  readonly authority: StampAuthority
  readonly trust: Required<Pick<ReportTrust, 'roots' | 'stampRoots'>>
}

/** Certificates and time stamps are made by openssl, and so not by the code that verifies them. */
export async function setUpSigning(): Promise<Signing> {
  const at = new TestAuthority()
  const root = at.issue('root', { as: 'root' })
  const reports = at.issue('reports', { as: 'signer', by: root })
  const stampRoot = at.issue('stamp-root', { as: 'root' })
  const stamps = await serveStamps(at, { signer: at.issue('stamps', { as: 'stamps', by: stampRoot }) })
  return {
    signer: { key: reports.key, certificates: [reports.certificate] },
    authority: createStampAuthority({ url: stamps.url, guard: allowAll, roots: [stampRoot.certificate] }),
    trust: { roots: [root.certificate], stampRoots: [stampRoot.certificate] },
    async [Symbol.asyncDispose]() {
      await stamps[Symbol.asyncDispose]()
      at[Symbol.dispose]()
    },
  }
}
