import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { findAddresses } from './addresses.ts'
import { runScript } from './main.ts'
import { listTree, repositoryRoot } from './tree.ts'

const testFile = /^(?:packages\/[^/]+|scripts)\/test\/.*\.test\.ts$/

/** The slow ones come first, so that the quick ones fill the gaps. */
const slow = [
  'notifier/test/notify',
  'operate/test/faults',
  'api/test/matrix',
  'operate/test/telling',
  'channels/test/delivery',
]
const rank = (file: string): number => {
  const place = slow.findIndex((part) => file.includes(part))
  return place < 0 ? slow.length : place
}

/** The test files to run: those whose path contains one of the wanted parts, or all. */
export async function selectTests(root: string, wanted: string[]): Promise<string[]> {
  const files = (await listTree(root)).filter((file) => testFile.test(file))
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  if (chosen.length === 0) throw new Error(`No test file matches ${wanted.join(' ') || testFile.source}`)
  return chosen.toSorted((one, other) => rank(one) - rank(other))
}

/** A test that waits for ever must name itself instead of holding up the whole run. */
const limits = { concurrency: 4, timeout: 180_000 }

/** Arguments with a dash go to node's runner, the others choose files: npm test -- domain --test-name-pattern=zone */
async function main(): Promise<boolean> {
  const given = process.argv.slice(2)
  const settings = given.filter((argument) => argument.startsWith('-'))
  const files = await selectTests(
    repositoryRoot,
    given.filter((argument) => !argument.startsWith('-')),
  )
  Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
  // Two hundred processes load the same modules: what one has compiled, the others need not.
  process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/compiled')
  return settings.length > 0 ? runWith(settings, files) : runInOrder(files)
}

/** The command line of node's runner would put the files in an order of its own. */
async function runInOrder(files: string[]): Promise<boolean> {
  let passed = false
  const tests = run({ cwd: repositoryRoot, files, ...limits })
  tests.on('test:summary', ({ file, success }) => {
    if (file === undefined) passed = success
  })
  await pipeline(tests.compose(spec), process.stdout, { end: false })
  return passed
}

async function runWith(settings: string[], files: string[]): Promise<boolean> {
  const { concurrency, timeout } = limits
  const usual = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, `--test-timeout=${timeout}`]
  const child = spawn(process.execPath, [...usual, ...settings, ...files], { cwd: repositoryRoot, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  return code === 0
}

if (import.meta.main) await runScript(async () => ((await main()) ? 0 : 1))
