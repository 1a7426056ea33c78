import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { runCommand } from '@wachta/operate/engines/run-command'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { repositoryRoot } from '@wachta/testing/repository'
import { publint } from 'publint'

const client = join(import.meta.dirname, '..')
const largest = 15_000
let service: TestServer
let folder: string

/** Creates a customer's program with the built client among its packages, as the registry would deliver it. */
before(async () => {
  service = await startTestServer()
  const { code, output } = await runCommand('npm', ['run', 'build'], { cwd: client })
  assert.equal(code, 0, output)
  folder = await mkdtemp(join(tmpdir(), 'wachta-built-'))
  await mkdir(join(folder, 'node_modules', '@wachta'), { recursive: true })
  await cp(join(client, 'dist'), join(folder, 'node_modules', '@wachta', 'client'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('plain Node imports the build and reaches the service', async () => {
  const program = `import { createClient, operations, ApiError } from '@wachta/client'
const client = createClient({ baseUrl: process.argv[2], token: () => process.argv[3] })
const { username } = await client.call('read_account', { path: { _id: 'my_account' } })
const refused = await client.call('read_service', { path: { _id: 1 } }).catch((error) => error)
console.log(username, Object.keys(operations).length > 400, refused instanceof ApiError)
`
  await writeFile(join(folder, 'program.js'), program)
  const { code, output } = await plainNode('program.js')
  assert.deepEqual([code, output.trim()], [0, `${service.username} true true`])
})

test('this Node would not have taken types', async () => {
  await writeFile(join(folder, 'typed.ts'), 'const one: number = 1\nconsole.log(one)\n')
  assert.notEqual((await plainNode('typed.ts')).code, 0)
})

test('a program is compiled against the build, and its mistakes are found', async () => {
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['typed.mts'] }))
  const compiled = async (field: string) => {
    await writeFile(
      join(folder, 'typed.mts'),
      `import { createClient } from '@wachta/client'
const client = createClient({ baseUrl: '/v3' })
export const name: string = (await client.call('read_service', { path: { _id: 1 } })).${field}
`,
    )
    return runCommand(join(repositoryRoot, 'node_modules', '.bin', 'tsc'), ['--pretty', 'false', '-p', folder])
  }
  assert.deepEqual(await compiled('name'), { code: 0, output: '' })
  assert.match((await compiled('nmae')).output, /error TS\d+.*nmae/)
})

test('the examples are compiled against the build', async () => {
  const examples = join(client, 'examples')
  const names = await readdir(examples)
  for (const name of names) await cp(join(examples, name), join(folder, name))
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    types: ['node'],
    typeRoots: [join(repositoryRoot, 'node_modules', '@types')],
    noEmit: true,
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: names }))
  const tsc = join(repositoryRoot, 'node_modules', '.bin', 'tsc')
  assert.deepEqual(await runCommand(tsc, ['--pretty', 'false', '-p', folder]), { code: 0, output: '' })
  assert.ok(names.length > 5)
})

test('what is published is what is meant, and a stranger to the house finds nothing wrong with it', async () => {
  const dist = join(client, 'dist')
  const { messages } = await publint({ pkgDir: dist, strict: true })
  assert.deepEqual(messages, [])
  const { code, output } = await runCommand('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: dist })
  assert.equal(code, 0, output)
  const [packed] = JSON.parse(output.slice(output.indexOf('[')))
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path)
  const sources = (await readdir(join(client, 'src'))).map((name) => name.replace(/\.ts$/, ''))
  const wanted = ['LICENSE', 'README.md', 'package.json', ...sources.flatMap((name) => [`${name}.d.ts`, `${name}.js`])]
  assert.deepEqual(paths.sort(), wanted.sort())
  // Control: an entry point without a file is detected.
  const manifest = join(dist, 'package.json')
  const before = await readFile(manifest, 'utf8')
  await writeFile(manifest, before.replace('./index.js', './nowhere.js'))
  const broken = await publint({ pkgDir: dist, strict: true })
  await writeFile(manifest, before)
  assert.ok(broken.messages.length > 0)
})

test('the build needs nothing but what browsers have, and is small', async () => {
  const texts = await Promise.all(
    (await readdir(join(client, 'dist')))
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFile(join(client, 'dist', name), 'utf8')),
  )
  const whole = texts.join('\n')
  assert.deepEqual([...whole.matchAll(/from '(?!\.\/)[^']*'|\b(?:require|process|Buffer)\b/g)].map(String), [])
  const size = gzipSync(whole).length
  assert.ok(size < largest, `${size} bytes`)
})

test('the package that is published names its doors, and no tools of ours', async () => {
  const built = JSON.parse(await readFile(join(client, 'dist', 'package.json'), 'utf8'))
  assert.deepEqual(Object.keys(built), [
    'name',
    'version',
    'description',
    'license',
    'type',
    'sideEffects',
    'engines',
    'exports',
  ])
  assert.deepEqual(built.exports, { '.': { types: './index.d.ts', default: './index.js' } })
})

const plainNode = (file: string) =>
  runCommand(process.execPath, ['--no-experimental-strip-types', join(folder, file), service.baseUrl, service.token], {
    cwd: folder,
  })
