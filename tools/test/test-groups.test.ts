import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../command.ts'
import { groupTests, planGroups } from '../test-groups.ts'

test('every file runs exactly once, alone or in a group', () => {
  const api = Array.from({ length: 20 }, (_, index) => `packages/api/test/part-${index}.test.ts`)
  const others = [
    'proofs/matrix/matrix.test.ts',
    'packages/operate/test/single-node.test.ts',
    'proofs/past/past.test.ts',
  ]
  const { alone, groups } = planGroups([...others, ...api])
  assert.deepEqual(alone, others)
  assert.deepEqual(groups.flatMap(({ members }) => members).toSorted(), api.toSorted())
  assert.ok(groups.every(({ members }) => members.length <= 8))
})

const sources: Readonly<Record<string, string>> = {
  'a-passes': `import { after, test } from 'node:test'
let open = true
after(() => { open = false })
test('its own hook has not run yet', () => { if (!open) throw new Error('closed') })`,
  'b-fails': `import { test } from 'node:test'
test('planted failure', () => { throw new Error('planted') })`,
  'c-does-not-load': `import './missing.js'`,
}

test('a group reports failing tests and files that do not load', async () => {
  const root = await mkdtemp(join(tmpdir(), 'wachta-groups-'))
  try {
    const outcomes: Record<string, number> = {}
    for (const [name, source] of Object.entries(sources)) outcomes[name] = await runGroup(root, name, source)
    assert.deepEqual(outcomes, { 'a-passes': 0, 'b-fails': 1, 'c-does-not-load': 1 })
  } finally {
    await rm(root, { recursive: true })
  }
})

async function runGroup(root: string, name: string, source: string): Promise<number> {
  const file = `packages/api/test/${name}.test.mjs`
  await mkdir(join(root, dirname(file)), { recursive: true })
  await writeFile(join(root, file), source)
  const [group = ''] = await groupTests(root, [file])
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { code } = await runCommand(process.execPath, [group], { cwd: root, env })
  return code ?? 1
}
