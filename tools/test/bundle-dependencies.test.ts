import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { bundleDependencies, bundledPackages } from '../bundle-dependencies.ts'
import { repositoryRoot } from '../tree.ts'

async function bundleCopy() {
  const root = await mkdtemp(join(tmpdir(), 'wachta-bundle-'))
  for (const name of bundledPackages) copyPackage(name, root)
  await bundleDependencies(root)
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}

const copyPackage = (name: string, root: string): void =>
  cpSync(join(repositoryRoot, 'node_modules', name), join(root, 'node_modules', name), { recursive: true })

/** The exports of each entry of a package below this root. */
async function listExports(root: string, name: string): Promise<Map<string, Record<string, unknown>>> {
  const folder = join(root, 'node_modules', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { exports: object }
  const found = new Map<string, Record<string, unknown>>()
  for (const [entry, target] of Object.entries(exports))
    found.set(entry, await import(pathToFileURL(join(folder, target.default ?? target)).href))
  return found
}

const listScripts = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.m?js$/.test(path))

for (const name of bundledPackages)
  test(`${name} has the same exports in a few files`, async () => {
    await using copy = await bundleCopy()
    const [before, after] = [await listExports(repositoryRoot, name), await listExports(copy.root, name)]
    assert.deepEqual([...after.keys()], [...before.keys()])
    for (const [entry, exports] of before)
      assert.deepEqual(Object.keys(after.get(entry) ?? {}), Object.keys(exports), entry)
    assert.ok(listScripts(join(copy.root, 'node_modules', name)).length < 40)
  })

test('entries share what they have in common, and bundling again changes nothing', async () => {
  await using copy = await bundleCopy()
  const library = await listExports(copy.root, 'typebox')
  const { String: createString } = library.get('.') as { String: () => object }
  const { Check } = library.get('./value') as { Check: (schema: object, value: unknown) => boolean }
  assert.deepEqual([Check(createString(), 'text'), Check(createString(), 1)], [true, false])
  const { Settings } = library.get('./system') as { Settings: { Get(): object; Set(settings: object): void } }
  Settings.Set({ maxErrors: 3 })
  const other = (library.get('./value') as { Errors: (schema: object, value: unknown) => unknown[] }).Errors
  const numbers = library.get('.') as { Array: (of: object) => object; Number: () => object }
  assert.equal(other(numbers.Array(numbers.Number()), ['a', 'b', 'c', 'd', 'e']).length, 3)
  const before = listScripts(join(copy.root, 'node_modules'))
  await bundleDependencies(copy.root)
  assert.deepEqual(listScripts(join(copy.root, 'node_modules')), before)
})
