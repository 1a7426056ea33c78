import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { applyDiff } from '../how-to/apply-diff.ts'
import { listTouchedFiles, parseHowTo } from '../how-to/page.ts'
import { checkHowTos } from '../how-to.ts'
import { repositoryRoot } from '../tree.ts'

// `npm run how-to` does the rest, which takes minutes: it compiles the copy and runs the tests of the pages.
test('every how-to page can be applied and touches no more files than it may', async () => {
  assert.deepEqual(await checkHowTos(repositoryRoot, { isDryRun: true }), [])
})

const source = 'packages/a/src/a.ts'
const original = 'export const names = [\n  "one",\n  "two",\n]\n'

test('a correct page passes, and the original stays unchanged', async (t) => {
  const root = await createTree(t, createPage({}))
  assert.deepEqual(await check(root), [])
  assert.equal(await readFile(join(root, source), 'utf8'), original)
  await assert.rejects(stat(join(root, 'packages/a/src/b.ts')), { code: 'ENOENT' })
})

test('a type error in an example is reported with its page', async (t) => {
  const [problem] = await check(await createTree(t, createPage({ code: "export const b: number = 'one'" })))
  assert.match(String(problem), /^docs\/how-to-a\.md: packages\/a\/src\/b\.ts\(1,14\): error TS2322/)
})

test('a diff whose context no longer matches is reported with its page', async (t) => {
  const [problem] = await check(await createTree(t, createPage({ context: '  "three",' })))
  assert.match(
    String(problem),
    /^docs\/how-to-a\.md: packages\/a\/src\/a\.ts: the context no longer matches:\n {2}"three",/,
  )
})

test('a test of a page that fails is reported with its output', async (t) => {
  const [problem] = await check(await createTree(t, createPage({ expected: '2' })))
  assert.match(String(problem), /^docs\/how-to-a\.md: packages\/a\/test\/a\.test\.ts failed:\n[\s\S]*1 !== 2/)
})

test('more files than allowed, a wrong count, no test and a page without a limit are reported', async (t) => {
  const root = await createTree(t, createPage({ count: 4 }))
  assert.deepEqual(await check(root, { 'docs/how-to-a.md': 2 }), [
    'docs/how-to-a.md: touches 3 files, at most 2',
    'docs/how-to-a.md: says "Files touched: 4", but touches 3',
  ])
  await write(root, 'docs/how-to-a.md', '# Nothing to do\n')
  assert.deepEqual(await check(root, { 'docs/how-to-gone.md': 2 }), [
    'docs/how-to-gone.md: is missing',
    'docs/how-to-a.md: has no limit in tools/how-to.ts',
    'docs/how-to-a.md: says "Files touched: undefined", but touches 0',
    'docs/how-to-a.md: contains no test',
  ])
})

test('a file that exists already is not created again', async (t) => {
  const root = await createTree(
    t,
    createPage({}).replace('`packages/a/src/b.ts`', '`packages/a/src/a.ts`').replace(': 3', ': 2'),
  )
  assert.match(String(await check(root)), /packages\/a\/src\/a\.ts: exists already/)
})

test('only blocks below a path belong to the example', () => {
  const markdown =
    'See `src/a.ts`.\n\n```sh\nnpm test\n```\n\n`src/b.ts` is new:\n\n```ts\nb\n```\n\nFiles touched: 1\n'
  const howTo = parseHowTo('docs/how-to-a.md', markdown)
  assert.deepEqual(howTo.changes, [{ path: 'src/b.ts', kind: 'create', text: 'b\n' }])
  assert.deepEqual([listTouchedFiles(howTo), howTo.filesTouched], [['src/b.ts'], 1])
})

test('a diff is applied by its context, which has to be unique', () => {
  const text = 'a\nb\n\nc\nb\n'
  assert.equal(applyDiff(text, ' a\n+x\n b\n@@\n c\n-b\n'), 'a\nx\nb\n\nc\n')
  assert.equal(applyDiff(text, ' b\n\n+$&\n c\n'), 'a\nb\n\n$&\nc\nb\n')
  assert.throws(() => applyDiff(text, ' b\n+x\n'), /matches 2 places/)
  assert.throws(() => applyDiff(text, ' z\n+x\n'), /no longer matches/)
  assert.throws(() => applyDiff(text, 'b\n+x\n'), /neither context nor a change: b/)
  assert.throws(() => applyDiff(text, ''), /empty/)
})

interface Example {
  readonly code?: string
  readonly context?: string
  readonly expected?: string
  readonly count?: number
}

/** A page that creates a file and its test, and edits another file. */
function createPage({ code = 'export const b = 1', context = '  "two",', expected = '1', count = 3 }: Example): string {
  return `# How to add a thing

\`packages/a/src/b.ts\`

\`\`\`ts
${code}
\`\`\`

\`${source}\`

\`\`\`diff
 ${context}
+  "three",
 ]
\`\`\`

\`packages/a/test/a.test.ts\`

\`\`\`ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { b } from '../src/b.ts'

test('b', () => assert.equal(Number(b), ${expected}))
\`\`\`

Files touched: ${count}
`
}

const check = (root: string, limits: Readonly<Record<string, number>> = { 'docs/how-to-a.md': 3 }) =>
  checkHowTos(root, { limits })

async function createTree(t: TestContext, markdown: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'wachta-how-to-test-'))
  t.after(() => rm(root, { recursive: true }))
  await cp(join(repositoryRoot, 'tsconfig.json'), join(root, 'tsconfig.json'))
  await write(root, 'package.json', '{ "type": "module" }\n')
  await write(root, source, original)
  await write(root, 'docs/how-to-a.md', markdown)
  await mkdir(join(root, 'node_modules'))
  await symlink(join(repositoryRoot, 'node_modules', '@types'), join(root, 'node_modules', '@types'))
  return root
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
