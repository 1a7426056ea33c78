import { resolve } from 'node:path'
import { command } from '@wachta/cli'

/**
 * Creates the key that reports are signed with, for installations without `setup secrets` and without a data directory.
 * It never replaces a key.
 */
export const adminReportKeyCommand = command({
  path: 'admin report-key',
  summary: {
    en: 'create the key that reports are signed with, or show its fingerprint',
    pl: 'utwórz klucz do podpisywania raportów albo pokaż jego odcisk',
  },
  options: {
    directory: {
      kind: 'text',
      required: true,
      value: 'PATH',
      summary: { en: 'the folder of the key', pl: 'katalog klucza' },
    },
  },
  async run({ options: { directory: path }, out }) {
    const { ensureReportKey, reportKeyFiles } = await import('../setup/report-key.ts')
    const { getFingerprint, readCertificate } = await import('@wachta/signature')
    const directory = resolve(path)
    const { certificate } = await ensureReportKey(directory)
    const fingerprint = getFingerprint(readCertificate(certificate))
    out.result({ directory, ...reportKeyFiles, fingerprint }, () =>
      out.print({
        en: `In ${directory}, for the reporter:

  ${reportKeyFiles.key}  REPORT_SIGNING_KEY names it; keep a copy apart from all backups
  ${reportKeyFiles.certificate}  REPORT_SIGNING_CERTIFICATE names it; give it to your customers

Fingerprint that customers compare: ${fingerprint}`,
        pl: `W ${directory}, dla procesu reporter:

  ${reportKeyFiles.key}  wskazuje go REPORT_SIGNING_KEY; jego kopię trzymaj z dala od kopii zapasowych
  ${reportKeyFiles.certificate}  wskazuje go REPORT_SIGNING_CERTIFICATE; przekaż go klientom

Odcisk do porównania przez klientów: ${fingerprint}`,
      }),
    )
    return undefined
  },
})
