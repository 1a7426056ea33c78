import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { findAddresses } from './addresses.ts'
import { runScript } from './main.ts'
import { groupTests } from './test-groups.ts'
import { listTree, repositoryRoot } from './tree.ts'

const testFile = /^(?:(?:packages\/[^/]+|tools)\/test\/.*|(?:benchmarks|proofs)\/[^/]+\/[^/]*)\.test\.ts$/

/** Proofs of a minute and more, which run in `.ci/long` or by name. */
const long =
  /^proofs\/(?:cells|cut-off|endurance|failover|faults|hostile|hosts|incidents|notify|pages|plans|report|stop|takeover)\/(?!oracle|database)/

/** The slow ones come first, so that the quick ones fill the gaps. */
const slow = [
  'proofs/notify',
  'proofs/faults',
  'proofs/matrix',
  'operate/test/failover',
  'proofs/',
  'operate/test/end-to-end',
  'channels/test/delivery',
]
const rank = (file: string): number => {
  const place = slow.findIndex((part) => file.includes(part))
  return place < 0 ? slow.length : place
}

/** The test files to run: those whose path contains one of the wanted parts, or all but the long ones. */
export async function selectTests(root: string, wanted: string[]): Promise<string[]> {
  const files = (await listTree(root)).filter((file) => testFile.test(file))
  const isChosen = (file: string) =>
    wanted.length === 0 ? !long.test(file) : wanted.some((part) => file.includes(part))
  const chosen = files.filter(isChosen)
  if (chosen.length === 0) throw new Error(`No test file matches ${wanted.join(' ') || testFile.source}`)
  return chosen.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Most tests wait for servers and timers a good part of their time, so more of them run at once than there are
 * processors. A test that waits for ever must name itself instead of holding up the whole run.
 */
const limits = { concurrency: 4, timeout: 180_000 }

/** Proofs start whole installations and measure time: more than two at once would measure each other. */
const proof = /^proofs\/(?!fuzz|guard|matrix|quickstart|small-box|truth)|\/test\/end-to-end\.test\.ts$/
const proofsAtOnce = 2

/** Arguments with a dash go to node's runner, the others choose files: npm test -- domain --test-name-pattern=zone */
async function main(): Promise<boolean> {
  const given = process.argv.slice(2)
  const settings = given.filter((argument) => argument.startsWith('-'))
  const files = await selectTests(
    repositoryRoot,
    given.filter((argument) => !argument.startsWith('-')),
  )
  Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
  // Many processes load the same modules: they share what one of them has compiled.
  process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/compiled')
  if (settings.length > 0) return runWith(settings, files)
  const proofs = files.filter((file) => proof.test(file))
  const others = await groupTests(
    repositoryRoot,
    files.filter((file) => !proof.test(file)),
  )
  const failed = [...(await runInOrder(proofs, proofsAtOnce)), ...(await runInOrder(others, limits.concurrency))]
  if (given.length === 0) listSlowest()
  return failed.length === 0 || passesAlone(failed)
}

/** More failures than this are no matter of load. */
const maxAlone = 3

/**
 * What fails beside others runs once more, alone: tests with real servers and real time may fail for want of a processor.
 * The files are named, so that one that comes up again and again is looked into.
 */
async function passesAlone(files: readonly string[]): Promise<boolean> {
  console.log(`\nfailed beside others: ${files.join(', ')}`)
  if (files.length > maxAlone) return false
  const failed = await runInOrder([...files], 1)
  if (failed.length === 0) console.log(`passed alone: ${files.join(', ')}`)
  return failed.length === 0
}

const seconds = new Map<string, number>()

/** Where the time of a run goes. */
function listSlowest(): void {
  const slowest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, 20)
  console.log('\nslowest files, in seconds:')
  for (const [file, lasted] of slowest) console.log(`  ${lasted.toFixed(0).padStart(4)}  ${file}`)
}

const endTests = pathToFileURL(join(import.meta.dirname, 'end-tests.ts')).href

/** Gives the files that failed. The command line of node's runner would put the files in an order of its own. */
async function runInOrder(files: string[], concurrency: number): Promise<string[]> {
  if (files.length === 0) return []
  const failed = new Set<string>()
  const tests = run({ cwd: repositoryRoot, files, ...limits, concurrency, execArgv: ['--import', endTests] })
  // A process that exits before its summary is reported as a failed test with the name of its file.
  tests.on('test:fail', ({ name }) => {
    const file = files.find((each) => resolve(repositoryRoot, each) === resolve(repositoryRoot, name))
    if (file !== undefined) failed.add(file)
  })
  tests.on('test:summary', ({ file, success, duration_ms: lasted }) => {
    if (file !== undefined) seconds.set(relative(repositoryRoot, file), lasted / 1000)
    if (file !== undefined && !success) failed.add(relative(repositoryRoot, file))
    if (file === undefined && !success && failed.size === 0) failed.add('the run itself')
  })
  await pipeline(tests.compose(spec), process.stdout, { end: false })
  return [...failed]
}

async function runWith(settings: string[], files: string[]): Promise<boolean> {
  const { concurrency, timeout } = limits
  const usual = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, `--test-timeout=${timeout}`]
  const child = spawn(process.execPath, [...usual, ...settings, ...files], { cwd: repositoryRoot, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

if (import.meta.main) await runScript(async () => ((await main()) ? 0 : 1))
