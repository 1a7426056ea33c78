import { spawn } from 'node:child_process'
import { findAddresses } from './addresses.ts'
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

/** Arguments with a dash go to node's runner, the others choose files: npm test -- domain --test-name-pattern=zone */
async function main(): Promise<number> {
  const given = process.argv.slice(2)
  const files = await selectTests(
    repositoryRoot,
    given.filter((argument) => !argument.startsWith('-')),
  )
  const addresses = await findAddresses(repositoryRoot, process.env)
  const runner = [
    '--test',
    '--test-reporter=spec',
    '--test-concurrency=3',
    // A test that waits for ever must name itself instead of holding up the whole run.
    '--test-timeout=180000',
    ...given.filter((argument) => argument.startsWith('-')),
  ]
  const child = spawn(process.execPath, [...runner, ...files], {
    cwd: repositoryRoot,
    env: { ...process.env, ...addresses },
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

if (import.meta.main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
