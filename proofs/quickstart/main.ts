import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findQuickstartCommands, getCountError } from './commands.ts'
import { waitForDemoStatuses } from './demo.ts'
import { openShell, type Shell } from './shell.ts'

const maxQuickstart_s = 300
const maxDemo_s = 120
const demoPort = 8091
const root = resolve(import.meta.dirname, '../..')

/**
 * Runs the commands of the README exactly as written, in an empty folder with a clean clone and one shell, until the
 * first e-mail about the failing service arrives. Then it starts the demo.
 */
export async function run(): Promise<number> {
  const commands = findQuickstartCommands(await readFile(join(root, 'README.md'), 'utf8'))
  const countError = getCountError(commands)
  if (countError) {
    console.log(`quickstart: ${countError}`)
    return 1
  }
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-quickstart-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // mkdtemp creates a private folder, but a normal working folder can be entered by other users.
  await chmod(folder, 0o755)
  const shell = stack.use(openShell(folder, cleanEnvironment(folder, commands[0] ?? '')))
  const began = performance.now()
  for (const command of commands) await runCommand(shell, command)
  const mail = await waitForFirstMail(join(folder, 'wachta', '.wachta', 'mail'))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${seconds} s  ${mail.name}: ${mail.subject}`)
  await shell.type('kill %1; wait')
  const demo = await measureDemo(shell)
  console.log(`demo: every service has a status after ${demo} s`)
  console.log(`quickstart: ${commands.length} commands, ${seconds} s`)
  return seconds <= maxQuickstart_s && demo <= maxDemo_s ? 0 : 1
}

async function runCommand(shell: Shell, command: string): Promise<void> {
  const began = performance.now()
  await shell.type(command)
  // The README says to continue when this line is printed.
  if (command.endsWith('&')) await shell.waitForOutput(/Wachta is at http/, 120_000)
  console.log(`${Math.round((performance.now() - began) / 1000)} s  ${command}`)
}

/** Returns the environment of a new user: no variables of ours, no session. Git clones from this repository. */
function cleanEnvironment(folder: string, clone: string): NodeJS.ProcessEnv {
  const address = /^git clone (\S+)/.exec(clone)?.[1] ?? ''
  const { PATH = '', LANG = 'C.UTF-8' } = process.env
  return {
    ...{
      PATH: PATH.split(':')
        .filter((each) => !each.startsWith(root))
        .join(':'),
      LANG,
      HOME: folder,
    },
    ...npmSettings(),
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: `url.file://${root}.insteadOf`,
    GIT_CONFIG_VALUE_0: address,
    GIT_CONFIG_KEY_1: 'safe.directory',
    GIT_CONFIG_VALUE_1: '*',
  }
}

/** Returns the npm registry, cache and proxy of this machine. */
function npmSettings(): NodeJS.ProcessEnv {
  const machineSettings = /^(?:npm_config_(?:registry|cafile|cache)|node_extra_ca_certs|ssl_cert_\w+|\w*_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => machineSettings.test(name))
  const home = process.env['HOME'] ?? ''
  return {
    NPM_CONFIG_USERCONFIG: process.env['NPM_CONFIG_USERCONFIG'] ?? join(home, '.npmrc'),
    ...Object.fromEntries(given),
  }
}

async function waitForFirstMail(folder: string): Promise<{ name: string; subject: string }> {
  for (const end = Date.now() + 150_000; Date.now() < end; await wait(250)) {
    const [name] = await readdir(folder).catch(() => [])
    if (name === undefined) continue
    const content = await readFile(join(folder, name), 'utf8')
    for (const expected of [/^To: .*duty@example\.com/im, /Nobody home/, /127\.0\.0\.1:8999/])
      if (!expected.test(content))
        throw new Error(`the e-mail is not about the failing service: ${expected}\n${content}`)
    return { name, subject: /^Subject: (.*)$/m.exec(content)?.[1] ?? '' }
  }
  throw new Error('no e-mail arrived')
}

/** Returns the seconds until every service of the demo has a status. */
async function measureDemo(shell: Shell): Promise<number> {
  const began = performance.now()
  await shell.type(`wachta demo --port ${demoPort} &`)
  await waitForDemoStatuses(shell, `http://127.0.0.1:${demoPort}`, maxDemo_s * 2_000)
  return Math.round((performance.now() - began) / 1000)
}
