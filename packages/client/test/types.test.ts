import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '@wachta/operate/engines/run-command'
import { repositoryRoot } from '@wachta/testing/repository'

const client = join(import.meta.dirname, '..')
const directive = /^\s*\/\/ @ts-expect-error/
const calls = (await readFile(join(client, 'test', 'fixtures', 'calls.ts'), 'utf8'))
  .replace('../../src/index.ts', join(client, 'src', 'index.ts'))
  .split('\n')

test('the compiler takes every call that is right', async () => {
  assert.deepEqual(await faultyLines(calls), [])
})

test('the compiler refuses every call that is marked as wrong, and nothing else', async () => {
  const marked = calls.flatMap((line, index) => (directive.test(line) ? [index + 2] : []))
  assert.ok(marked.length > 20)
  assert.deepEqual(await faultyLines(calls.map((line) => line.replace(directive, '//'))), marked)
})

/** The lines with compiler errors, under the settings of a program for browsers. */
async function faultyLines(lines: readonly string[]): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-client-'))
  try {
    await writeFile(join(folder, 'calls.ts'), lines.join('\n'))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    const configuration = {
      extends: join(client, 'tsconfig.build.json'),
      compilerOptions: { noEmit: true, rewriteRelativeImportExtensions: false, rootDir: '/' },
      include: ['calls.ts'],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
    const compiler = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
    const { code, output } = await runCommand(compiler, ['--pretty', 'false', '-p', folder])
    const found = output.split('\n').flatMap((line) => /calls\.ts\((\d+),\d+\): error/.exec(line)?.[1] ?? [])
    assert.equal(code === 0, found.length === 0, output)
    return [...new Set(found.map(Number))]
  } finally {
    await rm(folder, { recursive: true })
  }
}
