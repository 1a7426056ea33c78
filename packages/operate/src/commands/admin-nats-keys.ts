import { resolve } from 'node:path'
import { CommandError, command, exitCodes, type LocalizedText } from '@wachta/cli'
import { natsFiles as files } from '../nats-files.ts'

/** Creates the keys of an installation and the configuration of its broker. It never overwrites files. */
export const adminNatsKeysCommand = command({
  path: 'admin nats-keys',
  summary: {
    en: 'generate the keys of the installation and the NATS configuration',
    pl: 'wygeneruj klucze instalacji i konfigurację NATS',
  },
  options: {
    directory: {
      kind: 'text',
      required: true,
      value: 'PATH',
      summary: { en: 'the folder to write to', pl: 'katalog docelowy' },
    },
    listen: {
      kind: 'text',
      default: '127.0.0.1:4222',
      value: 'HOST:PORT',
      summary: { en: 'the address that the broker listens on', pl: 'adres, na którym nasłuchuje broker' },
    },
    store: {
      kind: 'text',
      default: '/var/lib/wachta-nats',
      value: 'PATH',
      summary: { en: 'the data folder of the broker', pl: 'katalog danych brokera' },
    },
  },
  async run({ options: { directory: path, listen, store }, out }) {
    const { writeNatsKeys } = await import('../nats-keys.ts')
    const [, host, port] = /^(.+):(\d{1,5})$/.exec(listen) ?? []
    if (host === undefined || Number(port) > 65_535)
      throw new CommandError(
        { en: '--listen is HOST:PORT.', pl: '--listen ma postać HOST:PORT.' },
        { exitCode: exitCodes.usage },
      )
    const directory = resolve(path)
    const written = await writeNatsKeys(directory, { host, port: Number(port), store })
    out.result({ directory, files: written }, () => out.print(formatNextSteps(directory)))
    return undefined
  },
})

const formatNextSteps = (directory: string): LocalizedText => ({
  en: `Written to ${directory}, readable only by you:

  ${files.server}        start the broker with it: nats-server -c ${files.server}
  ${files.keys}  for the api and the planner: INSTALLATION_KEYS names it
  ${files.credentials}            for planner and analyst: NATS_CREDENTIALS names it
  ${files.operator}           not needed to run; keep it elsewhere, or delete it

Add TLS to ${files.server} before a sensor connects from another machine. See docs/sensors.md.`,
  pl: `Zapisano w ${directory}, do odczytu tylko dla ciebie:

  ${files.server}        z tym uruchom broker: nats-server -c ${files.server}
  ${files.keys}  dla api i planner: wskazuje go INSTALLATION_KEYS
  ${files.credentials}            dla planner i analyst: wskazuje go NATS_CREDENTIALS
  ${files.operator}           niepotrzebny do działania; przechowuj go gdzie indziej albo usuń

Dodaj TLS do ${files.server}, zanim połączy się sensor z innej maszyny. Zobacz docs/sensors.md.`,
})
