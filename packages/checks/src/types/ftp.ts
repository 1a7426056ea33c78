import { CheckFailure } from '../failure.ts'
import { type Login, readAccess } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import type { Lines } from '../lines/lines.ts'
import { type Reply, readReply } from '../lines/reply.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { accessSettings, sensorSettings } from './shared-settings.ts'

const defaultPorts = { none: 21, starttls: 21, tls: 990 }

const errorTypes = { greeting: 'ftp_greeting_invalid', command: 'ftp_command_failed' }

export const ftpCheckType = defineCheckType('ftp', {
  name: { pl: 'Serwer FTP', en: 'FTP server' },
  description: {
    pl: 'Łączy się z serwerem FTP i loguje się, jeśli podano dane. Nie przesyła plików.',
    en: 'Connects to an FTP server and logs in if credentials are given. It transfers no files.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. ftp.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as ftp.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 300,
  supportsSteps: false,
  artifactTypes: ['transcript', 'certificate_chain', 'dns_answer', 'traceroute'],
  settings: { ...sensorSettings, ...accessSettings(defaultPorts, 'starttls') },
  recognisedBy: { schemes: ['ftp'], ports: [21], hosts: ['ftp'] },
  validateAddress: hostAddress({ scheme: 'ftp', port: true }),
  examples: {
    good: ['ftp.example.com', 'ftp://ftp.example.com/', 'ftp.example.com:2121'],
    bad: ['ftp://ftp.example.com/pub/file', 'ftp://user:password@ftp.example.com', 'sftp://ftp.example.com'],
  },
  async run(check, probe) {
    const access = readAccess(check, defaultPorts)
    await converse({ ...access, errorTypes, farewell: 'QUIT' }, probe, async (lines) => {
      const started = probe.now()
      await readGreeting(lines)
      probe.measure('greeting_time', Math.round(probe.now() - started))
      if (access.encryption === 'starttls') {
        lines.send('AUTH TLS')
        const { code, last } = await readAnswer(lines)
        if (code !== 234) throw new CheckFailure('ftp_tls_missing', lines.quote(last))
        await lines.secure(access.security)
      }
      if (access.login === null) return
      const loginStarted = probe.now()
      await logIn(lines, access.login)
      probe.measure('login_time', Math.round(probe.now() - loginStarted))
    })
  },
})

async function readGreeting(lines: Lines): Promise<void> {
  let reply = await readReply(lines, 'free')
  // A server may say first that it needs a moment.
  if (reply.code === 120) reply = await readReply(lines, 'free')
  if (reply.code !== 220) throw lines.createUnexpectedFailure(reply.last)
}

/** The answer to a command. With 421 a server may end the session at any time. */
async function readAnswer(lines: Lines): Promise<Reply> {
  const reply = await readReply(lines, 'free')
  if (reply.code === 421) throw lines.createUnexpectedFailure(reply.last)
  return reply
}

/** Codes for wrong credentials; every other error code means a problem of the server. */
const credentialErrorCodes = [332, 430, 530, 532, 534]

async function logIn(lines: Lines, { username, password }: Login): Promise<void> {
  lines.send(`USER ${username}`)
  let reply = await readAnswer(lines)
  if (reply.code === 331) {
    lines.sendSecret(`PASS ${password}`, 'PASS ***', password)
    reply = await readAnswer(lines)
  }
  if (credentialErrorCodes.includes(reply.code)) throw new CheckFailure('ftp_login_refused', lines.quote(reply.last))
  // 202: the password was not needed.
  if (reply.code !== 230 && reply.code !== 202) throw lines.createUnexpectedFailure(reply.last)
}
