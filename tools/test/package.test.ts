import assert from 'node:assert/strict'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand } from '../command.ts'
import type { Lockfile } from '../lockfile.ts'
import { type Archive, makeArchive } from '../package/archive.ts'
import { assemble } from '../package/assemble.ts'
import { findRuntimeDependencies } from '../package/dependencies.ts'
import { repositoryRoot } from '../tree.ts'

const directory = await mkdtemp(join(tmpdir(), 'wachta-package-'))
const webApp = join(directory, 'web')
const unpacked = join(directory, 'unpacked')
const installed = join(directory, 'installed')
let archive: Archive
const unshareOptions = ['--net', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])]

before(async () => {
  await mkdir(webApp)
  await mkdir(unpacked)
  await writeFile(join(webApp, 'index.html'), '<!doctype html><title>Wachta</title>\n')
  archive = await makeArchive({ root: repositoryRoot, directory, webApp, level: 0 })
  const { code, output } = await runCommand('tar', ['-C', unpacked, '-xf', archive.file])
  assert.equal(code, 0, output)
})
after(() => rm(directory, { recursive: true }))

const install = () =>
  runCommand(join(unpacked, archive.name, 'install.sh'), [], {
    env: { PATH: process.env['PATH'], DESTDIR: installed, LANG: 'pl_PL.UTF-8' },
  })

test('the archive has a checksum file, and a bill of materials that lists exactly its packages', async () => {
  const { code, output } = await runCommand('sha256sum', ['--check', `${archive.file}.sha256`], { cwd: directory })
  assert.equal(code, 0, output)
  const bill = JSON.parse(await readFile(join(archive.folder, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  const names = new Set(bill.components.map(({ name }) => name))
  assert.equal(bill.bomFormat, 'CycloneDX')
  for (const name of ['fastify', 'pg', '@node-rs/argon2', '@myriaddreamin/typst-ts-node-compiler'])
    assert.ok(names.has(name), name)
  for (const name of ['typescript', 'knip', 'react', 'vite']) assert.ok(!names.has(name), name)
})

test('a changed file stops the installer before it installs anything', async () => {
  const changed = join(unpacked, archive.name, 'packages', 'operate', 'src', 'main.ts')
  const original = await readFile(changed)
  await appendFile(changed, '\n')
  const { code, output } = await install()
  await writeFile(changed, original)

  assert.equal(code, 1)
  assert.match(output, /main\.ts: FAILED[\s\S]*archiwum jest uszkodzone/)
  await assert.rejects(stat(installed), { code: 'ENOENT' })
})

test('it is installed with private settings, and not installed twice', async () => {
  const { code, output } = await install()
  assert.equal(code, 0, output)
  const settings = join(installed, 'etc', 'wachta', 'wachta.env')
  assert.equal((await stat(settings)).mode & 0o777, 0o640)
  assert.match(await readFile(settings, 'utf8'), /^SECRET_KEYS=first:[A-Za-z0-9+/]{43}=$/m)
  assert.deepEqual((await readdir(join(installed, 'etc', 'systemd', 'system'))).sort(), [
    'wachta-migrate.service',
    'wachta-sensor.service',
    'wachta.service',
  ])
  const secondInstall = await install()
  assert.deepEqual([secondInstall.code, /już istnieje/.test(secondInstall.output)], [1, true])
})

test('without any network the installed command migrates, serves, prints a report and stops', async (t) => {
  const folder = join(installed, 'opt', 'wachta', 'current')
  await addTools(folder)
  const airGapCommand = [process.execPath, join(import.meta.dirname, 'fixtures', 'air-gap.ts'), folder]
  const offlineCommand = [...unshareOptions, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const namespaceResult = await runCommand('unshare', [...offlineCommand, 'true'])
  // Some build machines do not allow network namespaces; everything else is tested there too.
  if (namespaceResult.code !== 0)
    t.diagnostic(`with a network, since there can be none without: ${namespaceResult.output.trim()}`)
  const run = namespaceResult.code === 0 ? ['unshare', ...offlineCommand, ...airGapCommand, 'cut off'] : airGapCommand
  const [program = '', ...args] = run
  const { code, output } = await runCommand(program, args)
  assert.deepEqual([code, output.trim().split('\n').at(-1)], [0, 'served, printed and stopped'], output)
})

test('a sensor is packaged without the database, the API and their packages', async () => {
  const target = join(directory, 'sensor')
  await assemble(repositoryRoot, 'sensor', target)
  assert.deepEqual((await readdir(join(target, 'packages'))).sort(), [
    'browser',
    'bus',
    'checks',
    'domain',
    'egress',
    'runtime',
    'sensor',
  ])
  const modules = await readdir(join(target, 'node_modules'))
  for (const name of ['pg', 'kysely', 'fastify', 'graphile-worker', 'nodemailer'])
    assert.ok(!modules.includes(name), name)
  const { code, output } = await runCommand(join(target, 'bin', 'wachta-sensor'), [], {
    env: { PATH: process.env['PATH'] },
  })
  // It starts, and reports the missing configuration.
  assert.equal(code, 1)
  assert.match(output, /^sensor: the configuration cannot be used:\n {2}SENSOR_DIRECTORY: expected/)
  await assert.rejects(assemble(repositoryRoot, 'sensor', target), /contains other files/)
})

test('a packaged sensor can drive a browser, but cannot download one', async () => {
  const tree = join(directory, 'sensor')
  assert.equal((await stat(join(tree, 'packages', 'browser', 'src', 'jail', 'jail.sh'))).mode & 0o111, 0o111)
  const library = join(tree, 'node_modules', 'playwright-core')
  assert.deepEqual(
    (await readdir(library)).filter((name) => /^(?:bin|cli)/.test(name)),
    [],
  )
  assert.ok(!(await readdir(join(library, 'lib'))).includes('vite'))
  const program = `import { findBrowser } from '${tree}/packages/browser/src/index.ts'; console.log(JSON.stringify(await findBrowser()))`
  const { output } = await runCommand(process.execPath, ['--input-type=module', '-e', program], { cwd: tree })
  assert.match(output, /^\{"isAble":true,/)
})

test('a dependency that is not locked is reported; one for another system may be missing', () => {
  const lockfile: Lockfile = {
    packages: {
      'packages/a': { dependencies: { '@wachta/b': '1', x: '1' }, optionalDependencies: { other: '1' } },
      'node_modules/@wachta/b': { link: true, resolved: 'packages/b' },
      'packages/b': { dependencies: { x: '2' } },
      'packages/b/node_modules/x': { dependencies: { y: '1' } },
      'node_modules/x': { peerDependencies: { p: '1' }, peerDependenciesMeta: { p: { optional: true } } },
      'node_modules/y': {},
      'node_modules/p': {},
    },
  }
  const paths = findRuntimeDependencies(lockfile, 'packages/a').map(({ path }) => path)
  assert.deepEqual(paths, ['node_modules/x', 'node_modules/y', 'packages/b/node_modules/x'])
  delete lockfile.packages['node_modules/y']
  assert.throws(() => findRuntimeDependencies(lockfile, 'packages/a'), /packages\/b\/node_modules\/x needs y/)
})

/** Adds only the system programs that the launcher calls; none of them is Node. */
async function addTools(folder: string): Promise<void> {
  await mkdir(join(folder, 'tools'))
  for (const name of ['dirname', 'readlink']) await symlink(`/usr/bin/${name}`, join(folder, 'tools', name))
}
