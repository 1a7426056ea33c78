import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '../engines/run-command.ts'

/** Few enough days for a warning, enough for the demo. */
const validDays = 9

/** Creates a certificate that expires soon; returns false if openssl is not installed. */
export async function makeCertificate(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const opensslArguments = [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-days', String(validDays), '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')],
  ]
  return runCommand('openssl', opensslArguments).then(
    ({ code }) => code === 0,
    () => false,
  )
}
