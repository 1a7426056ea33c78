import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { checkSigner, readCertificateBundle } from '@wachta/signature'

/** The key and the certificates for signing reports. */
export interface ReportSigner {
  readonly key: KeyObject
  /** In PEM: the certificate of the key first, then its issuers. */
  readonly certificates: readonly string[]
}

interface SignerFiles {
  readonly key: string | undefined
  readonly certificate: string | undefined
}

/**
 * Reads the key and its certificates; undefined if reports are not signed. Throws if only one of them is configured.
 */
export async function loadSigner({ key, certificate }: SignerFiles): Promise<ReportSigner | undefined> {
  if (!key && !certificate) return undefined
  if (!key || !certificate)
    throw new Error('REPORT_SIGNING_KEY and REPORT_SIGNING_CERTIFICATE belong together: set both or none')
  const certificates = readCertificateBundle(await readFile(certificate, 'utf8'))
  if (certificates.length === 0) throw new Error(`REPORT_SIGNING_CERTIFICATE: ${certificate} has no certificate`)
  const signer = { key: createPrivateKey(await readFile(key)), certificates }
  // Fails at the start, not with the first report of the month.
  checkSigner(signer)
  return signer
}
