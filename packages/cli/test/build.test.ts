import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCommand } from '@wachta/operate/engines/run-command'
import { repositoryRoot } from '@wachta/testing/repository'
import { customerCommands } from '../src/index.ts'
import { version } from '../src/version.ts'
import { makeKumaDatabase } from './support/kuma-database.ts'

const cli = join(import.meta.dirname, '..')
let folder: string

before(async () => {
  const { code, output } = await runCommand('npm', ['run', 'build'], { cwd: cli })
  assert.equal(code, 0, output)
  folder = await mkdtemp(join(tmpdir(), 'wachta-bundle-'))
  await cp(join(cli, 'dist', 'wachta.mjs'), join(folder, 'wachta.mjs'))
})
after(() => rm(folder, { recursive: true }))

const runBy =
  (node: string, ...options: string[]) =>
  (words: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
    runCommand(node, [...options, join(folder, 'wachta.mjs'), ...words], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C', ...environment },
    })

const bundle = (...words: string[]) => runBy(process.execPath, '--no-experimental-strip-types')(words)

/** The system's Node, which may be older; its version is 0 if there is none. */
const systemNode = '/usr/bin/node'
const systemMajor = await runCommand(systemNode, ['--version']).then(
  ({ output }) => Number(/^v(\d+)\./.exec(output)?.[1] ?? 0),
  () => 0,
)

test('the bundle runs by itself: no packages, no types, no other file', async () => {
  assert.deepEqual(await bundle('--version'), { code: 0, output: `${version}\n` })
  const { output } = await bundle('--help')
  for (const { path } of customerCommands) assert.ok(output.includes(`  ${path.split(' ')[0]}`), path)
  const refused = await bundle('list', 'services')
  assert.deepEqual([refused.code, refused.output.includes('You are not signed in')], [1, true])
  const written = await bundle(
    'import',
    'uptimerobot',
    join(cli, 'test', 'samples', 'uptimerobot.json'),
    '--out',
    'a.yaml',
  )
  assert.equal(written.code, 0, written.output)
  assert.match(await readFile(join(folder, 'a.yaml'), 'utf8'), /^ {2}- external_id: uptimerobot\/777749809$/m)
})

test('the bundle runs on Node 20', {
  skip: systemMajor === 20 ? false : `${systemNode} is Node ${systemMajor}, not 20`,
}, async () => {
  const older = runBy(systemNode)
  assert.deepEqual(await older(['--version']), { code: 0, output: `${version}\n` })
  const words = ['import', 'blackbox', join(cli, 'test', 'samples', 'blackbox', 'prometheus.yml'), '--out', 'b.yaml']
  const written = await older(words)
  assert.equal(written.code, 0, written.output)
  const nowhere = { WACHTA_URL: 'http://127.0.0.1:9', WACHTA_TOKEN: 'x' }
  const unheard = await older(['list', 'services'], nowhere)
  assert.deepEqual([unheard.code, unheard.output.includes('cannot be reached')], [1, true], unheard.output)
  // The command names the only feature that an older Node lacks.
  makeKumaDatabase(join(folder, 'kuma.db'))
  const refused = await older(['import', 'uptime-kuma', 'kuma.db', '--out', 'c.yaml'])
  assert.deepEqual([refused.code, refused.output.includes('Node 22.13 or newer')], [1, true], refused.output)
})

test('the bundle serves tools to an assistant, and ends when its input does', async () => {
  const nowhere = { WACHTA_URL: 'http://127.0.0.1:9', WACHTA_TOKEN: 'x' }
  const served = await runBy(process.execPath, '--no-experimental-strip-types')(['mcp'], nowhere)
  assert.deepEqual(served, { code: 0, output: '' })
})

test('the bundle takes nothing from elsewhere but what is built into Node', async () => {
  const text = await readFile(join(folder, 'wachta.mjs'), 'utf8')
  const imported = [...text.matchAll(/(?:^import .* from |\bawait import\()"([^"]+)"/gm)].map(([, name]) => name)
  assert.ok(imported.length > 5)
  assert.deepEqual(
    imported.filter((name) => !name?.startsWith('node:')),
    [],
  )
  // Only one importer needs a newer Node, and it says so.
  assert.deepEqual(imported.filter((name) => name === 'node:sqlite').length, 1)
})

test('the version is that of the package', async () => {
  assert.equal(version, JSON.parse(await readFile(join(cli, 'package.json'), 'utf8')).version)
})

test('every command in the pages for customers is one, with options that it has', async () => {
  for (const page of ['command.md', 'importing.md']) {
    const { lines, wrong } = inspect(await readFile(join(repositoryRoot, 'docs', page), 'utf8'))
    assert.ok(lines > 5, page)
    assert.deepEqual(wrong, [])
  }
  const planted = '```sh\nwachta list services --colour red\nwachta fly\nFOO=1 wachta whoami\n```\n'
  assert.deepEqual(inspect(planted).wrong, ['wachta list services --colour red', 'wachta fly'])
})

test('every command is told of in the pages for customers', async () => {
  const pages = await Promise.all(
    ['command.md', 'importing.md'].map((page) => readFile(join(repositoryRoot, 'docs', page), 'utf8')),
  )
  assert.deepEqual(
    customerCommands.map(({ path }) => path).filter((path) => !pages.some((page) => page.includes(`wachta ${path}`))),
    [],
  )
})

/** Counts the shell lines that call the command, and lists those with wrong arguments. */
function inspect(page: string): { lines: number; wrong: string[] } {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
  const lines = blocks
    .flatMap((block) => block.split('\n'))
    .flatMap((line) => /(?:^|\s)(wachta (?!completion).*)$/.exec(line)?.[1] ?? [])
  return { lines: lines.length, wrong: lines.filter((line) => !isUnderstood(line.split(' ').slice(1))) }
}

function isUnderstood(words: readonly string[]): boolean {
  const command = customerCommands.find(({ path }) => path.split(' ').every((word, place) => words[place] === word))
  const options = Object.entries<{ short?: string }>(command?.options ?? {})
  const known = new Set([
    '--json',
    ...(command?.printsRecords ? ['--csv'] : []),
    '--color',
    '--language',
    '--help',
    ...options.flatMap(([name, { short }]) => [`--${name}`, `-${short}`]),
  ])
  return (
    command !== undefined &&
    words
      .flatMap((word) => /^--?[a-z][a-z-]*(?==|$)/.exec(word)?.[0] ?? [])
      .every((word) => word === '-interval' || known.has(word))
  )
}
