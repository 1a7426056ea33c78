import assert from 'node:assert/strict'
import { cpSync, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '../command.ts'
import type { Lockfile } from '../lockfile.ts'
import { findRuntimeDependencies } from '../package/dependencies.ts'
import { repositoryRoot } from '../tree.ts'

const program = `
import { printReport } from './packages/paper/src/index.ts'
const { pdf, standard } = await printReport({
  language: 'pl', title: 'Raport', subtitle: '', account: '', period: '', generated: '', created_at: 0,
  branding: { name: 'Wachta', colour: '#1c4f9c' }, introduction: [], blocks: [], footer: '',
})
console.log(standard, Buffer.from(pdf).toString('latin1', 0, 8))
`

test('a report can be printed from the files of an installation: sources and locked dependencies', async (t) => {
  const target = await mkdtemp(join(tmpdir(), 'wachta-paper-'))
  t.after(() => rm(target, { recursive: true, force: true }))
  for (const part of ['paper/src', 'paper/package.json', 'domain/src', 'domain/package.json'])
    cpSync(join(repositoryRoot, 'packages', part), join(target, 'packages', part), { recursive: true })
  await mkdir(join(target, 'node_modules/@wachta'), { recursive: true })
  await symlink('../../packages/domain', join(target, 'node_modules/@wachta/domain'))
  const lockfile = JSON.parse(await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8')) as Lockfile
  const paths = findRuntimeDependencies(lockfile, 'packages/paper').map(({ path }) => path)
  for (const path of paths.filter((each) => existsSync(join(repositoryRoot, each))))
    cpSync(join(repositoryRoot, path), join(target, path), { recursive: true })
  await writeFile(join(target, 'print.ts'), program)
  await writeFile(join(target, 'package.json'), '{ "type": "module" }')
  const { code, output } = await runCommand(process.execPath, [join(target, 'print.ts')], { cwd: target, env: {} })
  assert.deepEqual([code, output.trim()], [0, 'a-2a %PDF-1.7'])
})
