import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { checkInBrowser, judgeBrowser } from './browser.ts'
import { maxCommands, parseDocumentedCommands } from './commands.ts'
import { countThroughOutages } from './count.ts'
import { type BaseImages, findBaseImages, openEngine } from './engine.ts'
import { type Installation, openInstallation } from './installation.ts'
import { type OutsideWorld, openOutside } from './outside.ts'
import { judgeReach, listReachable } from './reach.ts'
import { judgeSizes, measureImages } from './sizes.ts'
import { runTimed } from './timed.ts'

const root = resolve(import.meta.dirname, '../..')
const mailTimeoutMs = 240_000

/**
 * npm run prove -- containers [--base node=IMAGE --base postgres=IMAGE --base nats=IMAGE] [--break network|loss|init]
 * [--only browser] Builds the images from a clean clone, and installs with the documented commands until the first
 * e-mail about a failure arrives. Then everything is stopped, killed, restored, upgraded and downgraded while a target
 * counts the checks; last, the sensor gets a browser and checks a page. --only browser runs only that last part. With
 * --break, the proof must fail.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      base: { type: 'string', multiple: true, default: [] },
      break: { type: 'string' },
      only: { type: 'string' },
    },
  })
  await using stack = new AsyncDisposableStack()
  const engine = await openEngine()
  if (engine === undefined) {
    console.log('containers: skipped')
    return 1
  }
  stack.use(engine)
  const given = Object.fromEntries(values.base.map((each) => each.split('=', 2))) as Partial<BaseImages>
  const bases = await findBaseImages(given, process.versions.node)
  const outside = stack.use(await openOutside())
  const installation = stack.use(await openInstallation(bases, outside))
  try {
    const proof = { installation, outside, broken: values.break }
    return values.only === 'browser' ? await proveBrowserAlone(proof) : await prove(proof)
  } catch (error) {
    console.log(await installation.compose('logs --no-color --tail 15'))
    throw error
  }
}

interface Proof {
  readonly installation: Installation
  readonly outside: OutsideWorld
  readonly broken: string | undefined
}

async function prove({ installation, outside, broken }: Proof): Promise<number> {
  const faults: string[] = []
  const commands = parseDocumentedCommands(await readFile(join(root, 'docs/installing.md'), 'utf8'))
  const began = Date.now()
  for (const command of commands) await runTimed(command, () => installation.runCommand(command))
  const firstMailAt = await waitForFirstMail(outside)
  const seconds = Math.round((firstMailAt - began) / 1000)
  console.log(`${seconds} s  the first e-mail about a failure`)
  if (broken === 'network') await joinDatabaseNetwork(installation)
  faults.push(...judgeReach(await listReachable(installation)))
  const { upgrades, lost } = await countThroughOutages(installation, outside, broken)
  faults.push(...(await proveBrowser({ installation, outside, broken })))
  const sizes = await measureImages(installation)
  for (const line of sizes.lines) console.log(line)
  faults.push(...judgeSizes(sizes))
  for (const fault of [...faults, ...lost.map((slot) => `lost: ${slot}`)]) console.log(fault)
  const megabytes = sizes.images.map(({ whole }) => whole).join(' + ')
  console.log(
    `containers: ${commands.length} commands, ${seconds} s to the first e-mail, ${megabytes} MB images, ${upgrades} upgrades, ${lost.length} lost`,
  )
  return faults.length === 0 && lost.length === 0 && commands.length > 0 && commands.length <= maxCommands ? 0 : 1
}

async function proveBrowser({ installation, outside, broken }: Proof): Promise<string[]> {
  const seen = await runTimed('a page in the sensor with a browser', () =>
    checkInBrowser(installation, outside.targetPort, broken),
  )
  console.log(`browser: ${JSON.stringify(seen)}`)
  return judgeBrowser(seen)
}

/** Runs the browser part in an installation without other services. */
async function proveBrowserAlone(proof: Proof): Promise<number> {
  const { installation } = proof
  const [clone = ''] = parseDocumentedCommands(await readFile(join(root, 'docs/installing.md'), 'utf8'))
  await installation.runCommand(clone)
  const faults = await proveBrowser(proof)
  const sizes = await measureImages(installation, ['wachta-sensor-browser'])
  faults.push(...judgeSizes(sizes))
  for (const line of [...sizes.lines, ...faults]) console.log(line)
  console.log(`containers: ${faults.length} faults in the browser part`)
  return faults.length === 0 ? 0 : 1
}

async function waitForFirstMail({ mails }: OutsideWorld): Promise<number> {
  for (const end = Date.now() + mailTimeoutMs; Date.now() < end; await wait(250)) {
    const mail = mails.find(({ content }) => /^To: .*duty@example\.com/im.test(content) && /Nobody home/.test(content))
    if (mail) return mail.at
  }
  throw new Error(`no e-mail about the failure arrived, but ${mails.length} others did`)
}

/** The negative control: connects the sensor to the network of the database. */
async function joinDatabaseNetwork({ compose, docker }: Installation): Promise<void> {
  await docker(`network connect wachta-proof_database ${await compose('ps --quiet sensor')}`)
}
