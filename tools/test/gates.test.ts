import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runGates } from '../check.ts'
import { findUnexplained } from '../dependencies.ts'
import { checkFloatingPromises } from '../floating-promises.ts'
import { findStale, findUnmarked, writeGenerated } from '../generated.ts'
import { inspectHygiene } from '../hygiene.ts'
import { findImportViolations } from '../imports.ts'
import { fillGaps, findGaps } from '../lockfile.ts'
import { inspectShape } from '../shape.ts'
import { selectTests } from '../test.ts'
import { repositoryRoot } from '../tree.ts'
import { checkTypes } from '../types.ts'

const cleanSource = "import { readFile } from 'node:fs/promises'\n\nexport const text = await readFile('a', 'utf8')\n"

test('floating-promises: a promise that is not awaited fails, also one that a library returns', async (t) => {
  const root = await createTree(t, { 'packages/checks/src/a.ts': cleanSource })
  assert.equal((await checkFloatingPromises(root)).ok, true)

  await write(root, 'packages/checks/src/b.ts', 'export async function f() {}\n\nf()\n')
  await write(root, 'packages/checks/src/c.ts', "import { readFile } from 'node:fs/promises'\n\nreadFile('a')\n")
  const { ok, output } = await checkFloatingPromises(root)
  assert.equal(ok, false)
  assert.match(output, /packages\/checks\/src\/b\.ts:3:1/)
  assert.match(output, /packages\/checks\/src\/c\.ts:3:1/)
})

test('floating-promises: a run without files fails', async (t) => {
  const { ok, output } = await checkFloatingPromises(await createTree(t, {}))
  assert.equal(ok, false)
  assert.match(output, /^floating-promises: 0 of 0 files$/m)
})

test('types: an error fails, and so does a file that tsc never sees', async (t) => {
  const root = await createTree(t, { 'packages/checks/src/a.ts': cleanSource })
  assert.deepEqual(await checkTypes(root), { ok: true, lines: ['types: 1 of 1 files, 0 errors'] })

  await write(root, 'packages/checks/src/b.ts', "export const n: number = 'one'\n")
  const wrong = await checkTypes(root)
  assert.equal(wrong.ok, false)
  assert.match(wrong.lines[0] ?? '', /^packages\/checks\/src\/b\.ts\(1,14\): error TS2322/)

  await rm(join(root, 'packages/checks/src/b.ts'))
  await write(root, 'packages/checks/bench/c.ts', cleanSource)
  const blind = await checkTypes(root)
  assert.equal(blind.ok, false)
  assert.match(blind.lines[0] ?? '', /^not seen by tsc: packages\/checks\/bench\/c\.ts/)
})

test('imports: a relative path into another package fails, and so does an import of the internals of another package', async (t) => {
  const root = await createTree(t, {
    'packages/checks/src/a.ts': 'export const a = 1\n',
    'packages/checks/test/a.test.ts': "import { a } from '../src/a.ts'\nimport '@wachta/api/src/a.ts'\n",
    'proofs/one/main.ts': "import { repositoryRoot } from '../../tools/tree.ts'\n",
  })
  assert.deepEqual(await findImportViolations(root), { files: 3, violations: [] })

  await write(root, 'packages/api/test/b.test.ts', "import {\n  a,\n} from '../../checks/src/a.ts'\n")
  const otherPackage = '../../packages/checks/src/a.ts'
  await write(root, 'proofs/one/main.ts', `const { a } = await import('${otherPackage}')\n`)
  await write(root, 'packages/api/src/b.ts', "export { a } from '@wachta/checks/src/a.ts'\n")
  const { violations } = await findImportViolations(root)
  assert.deepEqual(violations.map(({ file }) => file).toSorted(), [
    'packages/api/src/b.ts',
    'packages/api/test/b.test.ts',
    'proofs/one/main.ts',
  ])
})

test('shape: a long function, too many parameters and a name with two meanings fail, and so does an unneeded exception', async (t) => {
  const lines = (count: number) => 'work()\n'.repeat(count - 2)
  const root = await createTree(t, {
    'packages/api/src/a.ts': `export function short(a: A, b: B, c: C) {\n${lines(80)}}\n`,
    'packages/web/src/messages.en.ts': 'export const texts = {}\n',
    'packages/web/src/messages.pl.ts': 'export const texts = {}\n',
  })
  const none = { longFunctions: {}, wideFunctions: {}, sharedNames: {} }
  assert.deepEqual(await inspectShape(root, none), { files: 3, faults: [] })

  await write(root, 'packages/api/src/b.ts', `export const long = () => {\n${lines(81)}}\n`)
  await write(root, 'packages/api/src/c.ts', 'class Wide {\n  #take(a: A, b: B, c: C, d = 1) {}\n}\n')
  await write(root, 'packages/web/src/d.tsx', 'export const short = <p />\n')
  const { faults } = await inspectShape(root, none)
  assert.deepEqual(faults, [
    'packages/api/src/b.ts long: 81 lines',
    'packages/api/src/c.ts #take: 4 parameters',
    'short: exported by packages/api/src/a.ts, packages/web/src/d.tsx',
  ])

  const listed = {
    longFunctions: { 'packages/api/src/b.ts long': 'a story that cannot be cut' },
    wideFunctions: { 'packages/api/src/c.ts #take': 'a codec' },
    sharedNames: { short: 'means the same', gone: 'was renamed' },
  }
  assert.deepEqual((await inspectShape(root, listed)).faults, ['gone: no exception is needed any more'])
})

test('hygiene: paths of one machine, registry hosts, download URLs and conflict markers fail', async (t) => {
  const user = ['home', 'someone'].join('/')
  const root = await createTree(t, {
    'a.md': `See /${user}/notes.\n`,
    'b.ts': "export const url = 'https://packages.example/left'\n",
    'package-lock.json': '{\n  "resolved": "https://host.example/left.tgz"\n}\n',
    '.npmrc': 'save-exact=true\nregistry=https://host.example/\n',
    'c.md': `${'<'.repeat(7)} HEAD\n`,
    'd.md': `Fine: https://example.com/${user}/x, ./${user}/y, /usr/bin/env, /tmp/x\n`,
    'node_modules/e.md': `Ignored: /${user}/notes.\n`,
  })
  const { faults } = await inspectHygiene(root, 'packages.example')

  assert.deepEqual(
    faults.map(({ file, line }) => `${file}:${line}`),
    ['.npmrc:2', 'a.md:1', 'b.ts:1', 'c.md:1', 'package-lock.json:2'],
  )
})

test('generated: a missing file and a stale one fail, and generating updates both', async (t) => {
  const root = await createTree(t, { 'stale.json': 'old' })
  const files = ['docs/missing.md', 'stale.json'].map((path) => ({ path, produce: async () => `made for ${path}\n` }))

  assert.deepEqual(await findStale(root, files), ['missing: docs/missing.md', 'stale: stale.json'])
  await writeGenerated(root, files)
  assert.deepEqual(await findStale(root, files), [])
})

test('generated: a file that .gitattributes does not mark fails', async (t) => {
  const files = ['docs/a.md', 'api/sql/b.sql', 'c.json'].map((path) => ({ path }))
  const root = await createTree(t, {
    '.gitattributes': 'docs/a.md linguist-generated\n*.json text\napi/*/*.sql linguist-generated\n',
  })
  assert.deepEqual(await findUnmarked(root, files), ['not marked as linguist-generated in .gitattributes: c.json'])
})

test('dependencies: one without a line in a decision fails, even if it is mentioned elsewhere', async (t) => {
  const root = await createTree(t, {
    'docs/adr/0001-dependencies.md':
      '| Dependency | Reason |\n|---|---|\n| `pg`, `@x/y` | `left-pad` was not needed |\n',
    'packages/api/package.json': '{ "dependencies": { "pg": "1.0.0", "@x/y": "1.0.0", "@wachta/domain": "0.1.0" } }',
  })
  assert.deepEqual(await findUnexplained(root), { dependencies: 2, unexplained: [] })

  const file = 'packages/web/package.json'
  await write(root, file, '{ "dependencies": { "left-pad": "1.0.0" } }')
  const { unexplained } = await findUnexplained(root)
  assert.deepEqual(unexplained, [{ dependency: 'left-pad', file }])
})

test('lockfile: a missing entry for another system fails, and adding it repairs the lockfile', () => {
  const tool = {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { '@x/linux-x64': '1.0.0', '@x/win32-arm64-musl': '1.0.0' },
  }
  const lockfile = { packages: { 'node_modules/tool': tool, 'node_modules/tool/node_modules/@x/linux-x64': {} } }
  assert.deepEqual(
    findGaps(lockfile).map(({ name }) => name),
    ['@x/win32-arm64-musl'],
  )

  const completeLockfile = fillGaps(lockfile)
  assert.deepEqual(findGaps(completeLockfile), [])
  assert.deepEqual(completeLockfile.packages['node_modules/@x/win32-arm64-musl'], {
    version: '1.0.0',
    cpu: ['arm64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['win32'],
  })
  const nameless = { ...tool, optionalDependencies: { '@x/anything': '1.0.0' } }
  assert.throws(
    () => fillGaps({ packages: { 'node_modules/tool': nameless } }),
    /@x\/anything: the name does not specify/,
  )
})

test('check: a gate that fails or cannot start counts as failed, and the others continue', async (t) => {
  t.mock.method(console, 'log', () => undefined)
  const results = await runGates(
    repositoryRoot,
    [
      { name: 'missing', command: ['no-such-program-anywhere'] },
      { name: 'failing', command: ['node', '-e', 'console.log("whole story"); process.exit(3)'] },
      { name: 'passing', command: ['node', '-e', ''] },
    ],
    2,
  )

  const verdicts = Object.fromEntries(results.map(({ name, ok }) => [name, ok]))
  assert.deepEqual(verdicts, { missing: false, failing: false, passing: true })
  assert.equal(results.find(({ name }) => name === 'failing')?.output, 'whole story')
})

test('test: no matching file is an error, not a success', async () => {
  await assert.rejects(selectTests(repositoryRoot, ['no-such-test-anywhere']), /No test file matches/)
  assert.deepEqual(await selectTests(repositoryRoot, ['tools/test/gates']), ['tools/test/gates.test.ts'])
})

test('test: long proofs run when they are named', async () => {
  const usual = await selectTests(repositoryRoot, [])
  const named = await selectTests(repositoryRoot, ['proofs/'])
  const longProofs = named.filter((file) => !usual.includes(file))
  const names = [
    'cells',
    'cut-off',
    'endurance',
    'failover',
    'faults',
    'hostile',
    'hosts',
    'incidents',
    'notify',
    'pages',
    'plans',
    'report',
    'stop',
    'takeover',
  ]
  assert.deepEqual(
    longProofs.toSorted(),
    names.map((name) => `proofs/${name}/${name}.test.ts`),
  )
})

async function createTree(t: TestContext, files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'wachta-gates-'))
  t.after(() => rm(root, { recursive: true }))
  await cp(join(repositoryRoot, 'tsconfig.json'), join(root, 'tsconfig.json'))
  await write(root, 'package.json', '{ "type": "module" }\n')
  for (const [path, text] of Object.entries(files)) await write(root, path, text)
  await mkdir(join(root, 'node_modules'), { recursive: true })
  await symlink(join(repositoryRoot, 'node_modules', '@types'), join(root, 'node_modules', '@types'))
  return root
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
