import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeSelfSigned } from '@wachta/signature'
import { replaceSecretFile } from './master-secrets.ts'

/** The file names of the key that signs reports, and of its certificate. */
export const reportKeyFiles = { key: 'report-signing.key', certificate: 'report-signing.crt' } as const

export interface ReportKey {
  readonly key: string
  readonly certificate: string
}

/**
 * Long, because recipients keep the fingerprint for years. Such a certificate cannot be revoked: recipients can only
 * stop trusting it.
 */
const validYears = 20

/** Reads the signing key of an installation, and creates it the first time. An existing key is never replaced. */
export async function ensureReportKey(directory: string, now = new Date()): Promise<ReportKey> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const [key, certificate] = [join(directory, reportKeyFiles.key), join(directory, reportKeyFiles.certificate)]
  // The certificate is written last: if it exists, so does the key.
  if (!existsSync(certificate)) {
    const created = makeReportKey(now)
    await replaceSecretFile(key, created.key)
    await writeFile(certificate, created.certificate, { mode: 0o644 })
  }
  return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') }
}

function makeReportKey(now: Date): ReportKey {
  const validTo = new Date(now)
  validTo.setUTCFullYear(validTo.getUTCFullYear() + validYears)
  // Clocks differ.
  const validFrom = new Date(now.getTime() - 3_600_000)
  const { key, certificate } = makeSelfSigned({ commonName: 'Wachta reports', validFrom, validTo })
  const lines = certificate.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return {
    key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
  }
}
