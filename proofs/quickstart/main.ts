import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quickstartCommands, tooMany } from './commands.ts'
import { untilDemoIsKnown } from './demo.ts'
import { openShell, type Shell } from './shell.ts'

const most_s = 300
const maxDemo_s = 120
const demoPort = 8091
const root = resolve(import.meta.dirname, '../..')

/**
 * Does what the README says, to the letter, in a folder where nothing is: a clean clone, one shell. Ends when the first
 * mail about what fails is there; then looks at the demo.
 */
export async function run(): Promise<number> {
  const commands = quickstartCommands(await readFile(join(root, 'README.md'), 'utf8'))
  const fault = tooMany(commands)
  if (fault) {
    console.log(`quickstart: ${fault}`)
    return 1
  }
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-quickstart-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // As a folder that somebody works in: other users may pass.
  await chmod(folder, 0o755)
  const shell = stack.use(openShell(folder, cleanEnvironment(folder, commands[0] ?? '')))
  const began = performance.now()
  for (const command of commands) await done(shell, command)
  const mail = await firstMail(join(folder, 'wachta', '.wachta', 'mail'))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${seconds} s  ${mail.name}: ${mail.subject}`)
  await shell.type('kill %1; wait')
  const demo = await demoTime(shell)
  console.log(`demo: every service has a status after ${demo} s`)
  console.log(`quickstart: ${commands.length} commands, ${seconds} s`)
  return seconds <= most_s && demo <= maxDemo_s ? 0 : 1
}

async function done(shell: Shell, command: string): Promise<void> {
  const began = performance.now()
  await shell.type(command)
  // The README says to go on when it says that it is there.
  if (command.endsWith('&')) await shell.until(/Wachta is at http/, 120_000)
  console.log(`${Math.round((performance.now() - began) / 1000)} s  ${command}`)
}

/** As for somebody who has just come: no variable of ours, no session, and the clone comes from here. */
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

/** Where packages come from, and by which way, is the machine's business. */
function npmSettings(): NodeJS.ProcessEnv {
  const ofTheMachine = /^(?:npm_config_(?:registry|cafile|cache)|node_extra_ca_certs|ssl_cert_\w+|\w*_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => ofTheMachine.test(name))
  const home = process.env['HOME'] ?? ''
  return {
    NPM_CONFIG_USERCONFIG: process.env['NPM_CONFIG_USERCONFIG'] ?? join(home, '.npmrc'),
    ...Object.fromEntries(given),
  }
}

async function firstMail(folder: string): Promise<{ name: string; subject: string }> {
  for (const end = Date.now() + 150_000; Date.now() < end; await wait(250)) {
    const [name] = await readdir(folder).catch(() => [])
    if (name === undefined) continue
    const content = await readFile(join(folder, name), 'utf8')
    for (const expected of [/^To: .*duty@example\.com/im, /Nobody home/, /127\.0\.0\.1:8999/])
      if (!expected.test(content)) throw new Error(`the mail is not about what fails: ${expected}\n${content}`)
    return { name, subject: /^Subject: (.*)$/m.exec(content)?.[1] ?? '' }
  }
  throw new Error('no mail came')
}

/** How long it takes until every service of the demo has a status. */
async function demoTime(shell: Shell): Promise<number> {
  const began = performance.now()
  await shell.type(`wachta demo --port ${demoPort} &`)
  await untilDemoIsKnown(shell, `http://127.0.0.1:${demoPort}`, maxDemo_s * 2_000)
  return Math.round((performance.now() - began) / 1000)
}
