import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const folder = join(import.meta.dirname, '..')
const components = (await readdir(join(folder, 'src/ui'))).filter((file) => file.endsWith('.tsx'))

/** All files that a file imports, directly or indirectly. */
async function reached(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found
  found.add(file)
  const text = await readFile(file, 'utf8')
  for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) await reached(join(dirname(file), path), found)
  return found
}

test('the page of components in the documentation shows every component', async () => {
  const shown = await reached(join(folder, 'gallery/main.tsx'))
  assert.ok(components.length > 35)
  assert.deepEqual(
    components.filter((file) => !shown.has(join(folder, 'src/ui', file))),
    [],
  )
  const alone = await reached(join(folder, 'gallery/tokens.tsx'))
  assert.ok(
    components.some((file) => !alone.has(join(folder, 'src/ui', file))),
    'what is not imported is missed',
  )
})
