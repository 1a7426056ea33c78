import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const packages = join(import.meta.dirname, '..', '..')

/** Exceptions: migrations of the schema, the doctor's texts with SQL for operators, and tests that read stored jobs. */
const exceptions = [
  /^database\//,
  /^queue\//,
  /^operate\/src\/doctor\/checks\/(?:flow|queue)\.ts$/,
  /^testing\/src\/jobs\.ts$/,
]

test('no other package names the tables of the queue', async () => {
  const [seen, found]: [string[], string[]] = [[], []]
  for await (const file of glob('*/src/**/*.ts', { cwd: packages })) {
    if ((await readFile(join(packages, file), 'utf8')).includes('graphile_worker'))
      (exceptions.some((exception) => exception.test(file)) ? seen : found).push(file)
  }
  assert.deepEqual(found, [])
  assert.ok(seen.includes('queue/src/add-jobs.ts'))
})
