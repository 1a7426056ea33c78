import { isFound } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import { readEndpoint } from '../lines/access.ts'
import { converse } from '../lines/converse.ts'
import type { Lines } from '../lines/lines.ts'
import { hostAddress } from './address.ts'
import { defineCheckType } from './check-type.ts'
import { readTextSetting } from './read-settings.ts'
import { regexField } from './setting.ts'
import { maximumResponseTime, portSetting, sensorSettings, timeoutSetting } from './shared-settings.ts'

const errorTypes = { greeting: 'ssh_banner_invalid', command: 'ssh_banner_invalid' }

const maxLinesBeforeBanner = 50

export const sshCheckType = defineCheckType('ssh', {
  name: { pl: 'Serwer SSH', en: 'SSH server' },
  description: {
    pl: 'Łączy się z serwerem SSH i sprawdza jego baner. Nie loguje się.',
    en: 'Connects to an SSH server and checks its banner. Does not log in.',
  },
  category: 'default',
  addressFormat: {
    pl: 'Host serwera, np. ssh.example.com. Port w adresie ma pierwszeństwo przed ustawieniem.',
    en: 'The host of the server, such as ssh.example.com. A port in the address overrides the setting.',
  },
  defaultInterval: 60,
  supportsSteps: false,
  artifactTypes: ['transcript', 'dns_answer', 'traceroute'],
  settings: {
    ...sensorSettings,
    port: portSetting(22),
    timeout: timeoutSetting(),
    banner_regex: regexField({
      pl: 'Wyrażenie regularne, które musi pasować do banera serwera',
      en: 'Regular expression that the banner of the server must match',
    }),
    maximum_response_time: maximumResponseTime,
  },
  recognisedBy: { schemes: ['ssh'], ports: [22] },
  validateAddress: hostAddress({ scheme: 'ssh', port: true }),
  examples: {
    good: ['ssh.example.com', 'ssh://ssh.example.com:2222', '192.0.2.1:22'],
    bad: ['root@ssh.example.com', '-oProxyCommand=id', 'ssh.example.com:22/'.repeat(200), 'ssh.example.com:-1'],
  },
  async run(check, probe) {
    const pattern = readTextSetting(check.settings, 'banner_regex')
    const conversation = { ...readEndpoint(check, 22), errorTypes, farewell: null }
    await converse(conversation, probe, async (lines) => {
      const started = probe.now()
      const banner = await readBanner(lines)
      probe.measure('greeting_time', Math.round(probe.now() - started))
      probe.enter('judging')
      // 1.99 means that the server supports 2.0 and older versions.
      if (!/^SSH-(?:2\.0|1\.99)-/.test(banner)) throw new CheckFailure('ssh_version_unsupported', lines.quote(banner))
      if (pattern !== null && !(await isFound(pattern, banner)))
        throw new CheckFailure('tcp_answer_mismatch', `the banner does not match: ${lines.quote(banner)}`)
      // Without this line the server logs a missing identification string.
      lines.send('SSH-2.0-Wachta')
    })
  },
})

/** Reads the line with the version; a server may send other lines before it. */
async function readBanner(lines: Lines): Promise<string> {
  let line = await lines.readLine()
  for (let count = 1; !line.startsWith('SSH-'); count += 1) {
    if (count >= maxLinesBeforeBanner) throw lines.createUnexpectedFailure(line)
    line = await lines.readLine()
  }
  return line
}
