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

const testFilePath = /^(?:(?:packages\/[^/]+|tools)\/test\/.*|(?:benchmarks|proofs)\/[^/]+\/[^/]*)\.test\.ts$/

/** Proofs that take a minute or more; they run in `.ci/long` or by name. */
const longProof =
  /^proofs\/(?:cells|cut-off|endurance|failover|faults|hostile|hosts|incidents|notify|pages|plans|report|stop|takeover)\/(?!oracle|database)/

/** Slow tests come first, so that quick ones fill the gaps. */
const slowTests = [
  'proofs/notify',
  'proofs/faults',
  'proofs/matrix',
  'operate/test/failover',
  'proofs/',
  'operate/test/end-to-end',
  'channels/test/delivery',
]
const getRank = (file: string): number => {
  const index = slowTests.findIndex((part) => file.includes(part))
  return index < 0 ? slowTests.length : index
}

/** Returns the test files whose path contains one of the wanted parts; by default, all but the long ones. */
export async function selectTests(root: string, wanted: string[]): Promise<string[]> {
  const files = (await listTree(root)).filter((file) => testFilePath.test(file))
  const isChosen = (file: string) =>
    wanted.length === 0 ? !longProof.test(file) : wanted.some((part) => file.includes(part))
  const chosen = files.filter(isChosen)
  if (chosen.length === 0) throw new Error(`No test file matches ${wanted.join(' ') || testFilePath.source}`)
  return chosen.toSorted((one, other) => getRank(one) - getRank(other))
}

/**
 * Most tests spend much of their time waiting for servers and timers, so more of them run at once than there are CPUs.
 * The timeout names a test that hangs, so that it does not hold up the whole run.
 */
const limits = { concurrency: 4, timeout: 180_000 }

/** Proofs start whole installations and measure time: more than two at once would distort each other's results. */
const proofPath = /^proofs\/(?!fuzz|guard|matrix|quickstart|small-box|truth)|\/test\/end-to-end\.test\.ts$/
const proofConcurrency = 2

/** Arguments with a dash go to node's runner, the others choose files: npm test -- domain --test-name-pattern=zone */
async function main(): Promise<boolean> {
  const args = process.argv.slice(2)
  const settings = args.filter((argument) => argument.startsWith('-'))
  const files = await selectTests(
    repositoryRoot,
    args.filter((argument) => !argument.startsWith('-')),
  )
  Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
  // Many processes load the same modules, so they share compiled code.
  process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/compiled')
  if (settings.length > 0) return runWith(settings, files)
  const proofs = files.filter((file) => proofPath.test(file))
  const others = await groupTests(
    repositoryRoot,
    files.filter((file) => !proofPath.test(file)),
  )
  const failed = [...(await runInOrder(proofs, proofConcurrency)), ...(await runInOrder(others, limits.concurrency))]
  if (args.length === 0) listSlowest()
  return failed.length === 0 || retryAlone(failed)
}

/** More failures than this cannot be explained by load. */
const maxRetriedFiles = 3

/**
 * Runs failed files once more, without others beside them: tests with real servers and real time may fail because the
 * machine is busy. The files are printed, so that a file that fails again and again can be investigated.
 */
async function retryAlone(files: readonly string[]): Promise<boolean> {
  console.log(`\nfailed beside others: ${files.join(', ')}`)
  if (files.length > maxRetriedFiles) return false
  const failed = await runInOrder([...files], 1)
  if (failed.length === 0) console.log(`passed alone: ${files.join(', ')}`)
  return failed.length === 0
}

const seconds = new Map<string, number>()

/** Prints the files that took longest. */
function listSlowest(): void {
  const slowest = [...seconds].toSorted(([, one], [, other]) => other - one).slice(0, 20)
  console.log('\nslowest files, in seconds:')
  for (const [file, lasted] of slowest) console.log(`  ${lasted.toFixed(0).padStart(4)}  ${file}`)
}

const endTests = pathToFileURL(join(import.meta.dirname, 'end-tests.ts')).href

/** Runs files in this order and returns those that failed. On its command line, node's runner would reorder them. */
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
  const defaultOptions = [
    '--test',
    '--test-reporter=spec',
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${timeout}`,
  ]
  const child = spawn(process.execPath, [...defaultOptions, ...settings, ...files], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  })
  const [code] = await once(child, 'close')
  return code === 0
}

if (import.meta.main) await runScript(async () => ((await main()) ? 0 : 1))
