import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundleDependencies } from '../bundle-dependencies.ts'

/** A library made for the test, because the installed ones may be bundled already. */
const library = {
  'package.json': JSON.stringify({
    type: 'module',
    exports: {
      '.': { import: './build/index.mjs', default: './build/index.mjs' },
      './extra': './build/extra/index.mjs',
    },
  }),
  'build/index.mjs': `export * from './count.mjs'\nexport { name as title } from './name.mjs'\nexport default 7\n`,
  'build/count.mjs': 'let counted = 0\nexport const count = () => ++counted\n',
  'build/name.mjs': `export const name = 'library'\n`,
  'build/extra/index.mjs': `import { count } from '../count.mjs'\nexport const countTwice = () => [count(), count()]\n`,
  'build/index.d.mts': 'export const title: string\n',
}

async function installLibrary(name: string) {
  const root = await mkdtemp(join(tmpdir(), 'wachta-bundle-'))
  const folder = join(root, 'node_modules', name)
  for (const [path, text] of Object.entries(library)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return {
    root,
    load: (path: string) => import(pathToFileURL(join(folder, path)).href),
    list: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w*js$|\.mts$/.test(path)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

test('bundled entries keep their exports and share common code; only the bundled modules are removed', async () => {
  await using installed = await installLibrary('typebox')
  await bundleDependencies(installed.root)
  const [main, extra] = [await installed.load('build/index.mjs'), await installed.load('build/extra/index.mjs')]
  assert.deepEqual(Object.keys(main).toSorted(), ['count', 'default', 'title'])
  assert.deepEqual(
    [main.title, main.default, main.count(), extra.countTwice(), main.count()],
    ['library', 7, 1, [2, 3], 4],
  )
  const [shared, ...others] = installed.list().filter((path) => path.startsWith('bundled/'))
  assert.match(shared ?? '', /^bundled\/.*\.mjs$/)
  assert.deepEqual(others, [])
  assert.deepEqual(
    installed
      .list()
      .filter((path) => path !== shared)
      .toSorted(),
    ['build/extra/index.mjs', 'build/index.d.mts', 'build/index.mjs'],
  )
})

test('bundling again changes nothing, and packages that are not installed or not listed stay unchanged', async () => {
  await using installed = await installLibrary('kysely')
  await bundleDependencies(installed.root)
  const before = installed.list()
  await bundleDependencies(installed.root)
  assert.deepEqual(installed.list(), before)
  await using other = await installLibrary('another')
  await bundleDependencies(other.root)
  assert.equal(other.list().length, Object.keys(library).length - 1)
})
