import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CliLanguage, CommandError, exitCodes, type Output } from '@wachta/cli'
import { type BrowserAbility, tryBrowser } from '@wachta/sensor'
import { readGreeting } from '../engines/daemon.ts'
import { separateEnvironment } from '../serve/role-environment.ts'
import type { AdditionalProcess } from '../serve/serve.ts'
import { registerSensors } from '../single-node/local-sensor.ts'
import { resolveDataDirectory, type SingleNode } from '../single-node/open-single-node.ts'
import { runSingleNode } from '../single-node/run-single-node.ts'
import { pagesPortOffset } from '../single-node/variables.ts'
import { announceDemo } from './announce.ts'
import { makeCertificate } from './certificate.ts'
import { type DemoFile, readDemoFile } from './demo-file.ts'
import { seedDemo } from './seed.ts'

interface DemoOptions {
  /** The data directory; without one, the data is deleted at the end. */
  readonly path: string | undefined
  readonly port: number
  readonly environment: NodeJS.ProcessEnv
  readonly out: Output
  readonly language: CliLanguage
}

const sensors = [
  { name: 'Warszawa', location: 'Warszawa', country_code: 'PL', color: '#3b82c4' },
  { name: 'Frankfurt', location: 'Frankfurt am Main', country_code: 'DE', color: '#2f9e63' },
  { name: 'Dublin', location: 'Dublin', country_code: 'IE', color: '#9a5bc7' },
] as const

/** Runs a demo: a separate installation with services that fail and recover all the time. */
export async function serveDemo({ path, port, environment, out, language }: DemoOptions): Promise<never> {
  await rejectTakenPorts(port)
  const directory = path === undefined ? await createTemporaryFolder() : await resolveDataDirectory(path)
  const file = await readDemoFile(directory)
  const demoVariables = buildDemoVariables(port, environment)
  const variables = { ...pickInheritedVariables(environment), ...demoVariables }
  await deleteRoleVariables(process.env)
  // The supervisor itself reads these variables.
  Object.assign(process.env, demoVariables)
  const browser = await tryBrowser({ SENSOR_BROWSER: demoVariables.SENSOR_BROWSER }, { info: () => undefined })
  return runSingleNode({
    ...{ directory, environment: variables, out, language },
    additionalProcesses: (singleNode) => startAdditionalProcesses(singleNode, { file, out, language, port, browser }),
    announce: () =>
      announceDemo({ directory, file, address: toAddress(port), out, browser, isTemporary: path === undefined }),
  })
}

/** Only these variables are inherited, so that the demo never connects to another installation. */
const pickInheritedVariables = ({ PATH, HOME, TZ, LANG }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  PATH,
  HOME,
  TZ,
  LANG,
})

/** Removes the variables of all roles: in the shell of another installation, they lead to its servers and its data. */
export async function deleteRoleVariables(environment: NodeJS.ProcessEnv): Promise<void> {
  const others = (await separateEnvironment(environment))()
  for (const name of Object.keys(environment)) if (!Object.hasOwn(others, name)) delete environment[name]
}

const getBrowserSetting = ({ SENSOR_BROWSER }: NodeJS.ProcessEnv): 'auto' | 'off' =>
  SENSOR_BROWSER === 'off' ? 'off' : 'auto'

const buildDemoVariables = (port: number, environment: NodeJS.ProcessEnv) => ({
  ...{ HTTP_PORT: String(port), PUBLIC_URL: toAddress(port), REQUESTS_PER_MINUTE: '6000' },
  // Log only warnings, because process logs would hide what is printed for people.
  ...{ LOG_LEVEL: environment['LOG_LEVEL'] || 'warn', METRICS_PORT: environment['METRICS_PORT'] || '0' },
  SENSOR_BROWSER: getBrowserSetting(environment),
})

const toAddress = (port: number): string => `http://127.0.0.1:${port}`

interface DemoRun {
  readonly file: DemoFile
  readonly out: Output
  readonly language: CliLanguage
  readonly port: number
  readonly browser: BrowserAbility
}

async function startAdditionalProcesses(
  { directory, variables }: SingleNode,
  { file, out, language, port, browser }: DemoRun,
): Promise<AdditionalProcess[]> {
  const certificate = join(directory, 'certificate')
  const hasCertificate = await makeCertificate(certificate)
  const sensorVariables = await registerSensors(
    directory,
    sensors.map((sensor) => ({ ...sensor, directoryName: `sensor-${sensor.name}` })),
    variables,
  )
  await seedDemo({
    ...{ directory, variables, file, language, address: toAddress(port), hasCertificate, hasBrowser: browser.isAble },
    progress: out.progress,
  })
  const trustVariables = hasCertificate ? { NODE_EXTRA_CA_CERTS: join(certificate, 'certificate.pem') } : {}
  return [
    {
      name: 'targets',
      program: fileURLToPath(import.meta.resolve('./targets.ts')),
      variables: {
        ...{ DEMO_HTTP_PORT: String(file.http), DEMO_TLS_PORT: String(file.tls) },
        ...(hasCertificate && { DEMO_CERTIFICATE: certificate }),
      },
    },
    {
      name: 'sensors',
      args: ['sensor'],
      // All demo sensors are on one machine and cannot detect their own outage; do not log that warning.
      variables: { ...sensorVariables, ...trustVariables, SENSOR_ALLOWED_RANGES: '127.0.0.0/8', LOG_LEVEL: 'error' },
    },
  ]
}

/** The highest port of the API: with a higher one, the port of the status pages would be out of range. */
const maxPort = 65_535 - pagesPortOffset

async function rejectTakenPorts(port: number): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > maxPort)
    throw new CommandError(
      { en: `--port must be a number from 1 to ${maxPort}.`, pl: `--port to liczba od 1 do ${maxPort}.` },
      { exitCode: exitCodes.usage },
    )
  for (const taken of [port, port + pagesPortOffset])
    if ((await readGreeting('127.0.0.1', taken)) !== undefined) {
      // Not close to the taken port, because an installation uses two ports.
      const other = port + 100 <= maxPort ? port + 100 : port - 100
      throw new CommandError({
        en: `Port ${taken} is already in use. Choose another one: wachta demo --port ${other}`,
        pl: `Port ${taken} jest już zajęty. Wybierz inny: wachta demo --port ${other}`,
      })
    }
}

/** A temporary folder that is deleted at the end of the process. */
async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-demo-'))
  if (process.getuid?.() === 0) await chmod(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
