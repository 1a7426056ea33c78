import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../command.ts'
import { hasPassed, inspectLayers } from '../layers.ts'
import { repositoryRoot } from '../tree.ts'

const processes = ['api', 'planner', 'sensor', 'analyst', 'notifier', 'reporter', 'pages', 'directory']

// Repeated on purpose: a mistake in the configuration must not confirm itself.
const allowed: Record<string, string> = {
  web: 'client recording status-page',
  cli: 'client mcp proof recording signature',
  client: '',
  mcp: 'client',
  operate: `database queue evidence objects signature bus egress runtime domain cli ${processes.flatMap((name) => [name, `${name}/main`]).join(' ')}`,
  api: 'resource checks channels events database queue bus objects report paper mcp proof egress domain runtime',
  planner: 'database queue bus domain egress runtime',
  analyst: 'events database queue bus objects domain runtime',
  notifier: 'channels database queue objects status-page domain runtime',
  reporter: 'report paper signature status-page database queue evidence objects domain egress runtime',
  pages: 'status-page objects domain runtime',
  directory: 'database domain runtime',
  sensor: 'checks bus domain runtime',
  checks: 'domain egress',
  channels: 'domain egress',
  events: 'domain',
  database: 'domain',
  queue: 'database runtime',
  bus: 'domain',
  evidence: 'proof signature database objects',
  objects: '',
  report: 'database domain',
  paper: 'domain',
  'status-page': 'domain',
  signature: '',
  proof: 'signature',
  verifier: 'proof signature',
  egress: '',
  recording: '',
  resource: '',
  runtime: '',
  domain: '',
}
const packages = Object.keys(allowed)
const entryPoints = [...packages, ...processes.map((name) => `${name}/main`)]

test('every pair of packages is allowed or forbidden as in the table', async (t) => {
  const files = packages.flatMap((from) =>
    entryPoints
      .filter((entryPoint) => getPackage(entryPoint) !== from)
      .map((door) => [`packages/${from}/src/to-${door.replace('/', '-')}.ts`, `import '@wachta/${door}'\n`] as const),
  )
  // The internals of a package cannot be imported, not even by a package that may import the package.
  files.push(['packages/operate/src/to-api-inside.ts', "import '@wachta/api/inside'\n"])
  const root = await createFixture(t, { ...Object.fromEntries(files), 'packages/api/src/inside.ts': 'export {}\n' })
  const { violations, unseen } = await inspectLayers(root)
  const caught = violations.filter(({ rule, from }) => rule === `${getPackage(from, 1)}-imports`)

  assert.deepEqual(unseen, [])
  assert.deepEqual(
    caught.map(({ from }) => from).sort(),
    files
      .filter(([file, text]) => !allowed[getPackage(file, 1)]?.split(' ').includes(getEntryPoint(text)))
      .map(([file]) => file)
      .sort(),
  )
})

test('a clean tree passes, and the number of files is printed', async (t) => {
  const root = await createFixture(t, { 'packages/checks/src/http.ts': "import '@wachta/domain'\n" })
  const { code, output } = await runLayersCommand(root)

  assert.equal(output, `layers: ${packages.length + processes.length + 1} modules, 0 violations\n`)
  assert.equal(code, 0)
})

const sensor = 'packages/sensor/src'
const checks = 'packages/checks/src'
const api = 'packages/api/src'
const web = 'packages/web/src'
const plantedViolations: { what: string; rule: string; at: string; text: string }[] = [
  {
    what: 'a type imported across a layer',
    rule: 'sensor-imports',
    at: `${sensor}/type.ts`,
    text: "import type { x } from '@wachta/database'\nexport type X = typeof x\n",
  },
  {
    what: 'an import made at run time',
    rule: 'sensor-imports',
    at: `${sensor}/dynamic.ts`,
    text: "export const load = () => import('@wachta/database')\n",
  },
  {
    what: 'a database driver in a sensor',
    rule: 'sensor-never-database',
    at: `${sensor}/pg.ts`,
    text: "import 'pg'\n",
  },
  {
    what: 'the database behind two steps',
    rule: 'sensor-never-database',
    at: `${sensor}/steps.ts`,
    text: "import '@wachta/bus/door'\n",
  },
  {
    what: 'another package by relative path',
    rule: 'no-relative-way-out',
    at: `${checks}/relative.ts`,
    text: "import '../../domain/src/index.ts'\n",
  },
  {
    what: 'a test imported by a source',
    rule: 'no-test-in-source',
    at: `${checks}/tested.ts`,
    text: "import '../test/some.ts'\n",
  },
  { what: 'a circle', rule: 'no-circular', at: `${checks}/circle.ts`, text: "import './round.ts'\n" },
  {
    what: 'an import that leads nowhere',
    rule: 'no-unresolvable',
    at: `${checks}/nowhere.ts`,
    text: "import '@wachta/nowhere'\n",
  },
  {
    what: 'a dependency that the package does not list',
    rule: 'listed-dependency',
    at: 'packages/database/src/unlisted.ts',
    text: "import 'pg'\n",
  },
  {
    what: 'a job queue of its own',
    rule: 'jobs-through-queue',
    at: `${api}/jobs.ts`,
    text: "import 'graphile-worker'\n",
  },
  {
    what: 'a dependency in the domain',
    rule: 'domain-is-pure',
    at: 'packages/domain/src/npm.ts',
    text: "import 'pg'\n",
  },
  {
    what: 'input and output in the domain',
    rule: 'domain-is-pure',
    at: 'packages/domain/src/file.ts',
    text: "import 'node:fs/promises'\n",
  },
  {
    what: 'a feature in what features stand on',
    rule: 'platform-below-features',
    at: `${api}/platform/audit.ts`,
    text: "import '../features/groups/group.ts'\n",
  },
  {
    what: 'the list of features in a feature',
    rule: 'features-are-listed-above',
    at: `${api}/features/groups/group.ts`,
    text: "import '../index.ts'\n",
  },
  {
    what: 'the API in a component',
    rule: 'web-ui-stands-alone',
    at: `${web}/ui/client.ts`,
    text: "import '@wachta/client'\n",
  },
  {
    what: 'a language in a component',
    rule: 'web-ui-stands-alone',
    at: `${web}/ui/language.ts`,
    text: "import '../app/language.ts'\n",
  },
  {
    what: 'a feature in a component',
    rule: 'web-ui-stands-alone',
    at: `${web}/ui/feature.ts`,
    text: "import '../features/one/free.ts'\n",
  },
  {
    what: 'a feature in the shell',
    rule: 'web-app-below-features',
    at: `${web}/app/shell.ts`,
    text: "export const load = () => import('../features/one/free.ts')\n",
  },
  {
    what: 'features that lead to each other, though no two files do',
    rule: 'no-feature-cycle',
    at: `${web}/features/one/first.ts`,
    text: "import '../two/first.ts'\n",
  },
  {
    what: 'a package that the table does not know',
    rule: 'package-in-table',
    at: 'packages/stranger/src/a.ts',
    text: "import '@wachta/domain'\n",
  },
]

test('every planted violation is reported at its place', async (t) => {
  const root = await createFixture(t, {
    ...Object.fromEntries(plantedViolations.map(({ at, text }) => [at, text])),
    [`${api}/features/index.ts`]: 'export {}\n',
    [`${checks}/round.ts`]: "import './circle.ts'\n",
    'packages/bus/src/door.ts': "import '@wachta/database'\n",
    'packages/checks/test/some.ts': 'export {}\n',
    [`${web}/app/language.ts`]: 'export {}\n',
    [`${web}/features/one/free.ts`]: 'export {}\n',
    [`${web}/features/two/first.ts`]: "import './second.ts'\n",
    [`${web}/features/two/second.ts`]: "import '../three/first.ts'\n",
    [`${web}/features/three/first.ts`]: "import '../one/free.ts'\n",
  })
  const report = await inspectLayers(root)

  assert.equal(hasPassed(report), false)
  for (const { what, rule, at } of plantedViolations) {
    await t.test(what, () =>
      assert.ok(report.violations.some((violation) => violation.rule === rule && violation.from === at)),
    )
  }
})

test('the registry lists features, and features import the app and those below them', async (t) => {
  const root = await createFixture(t, {
    [`${web}/app/registry/texts.ts`]: "import '../../features/one/texts.ts'\nimport '../../features/two/texts.ts'\n",
    [`${web}/app/language.ts`]: "import './registry/texts.ts'\nimport '../ui/button.ts'\n",
    [`${web}/features/one/texts.ts`]: 'export {}\n',
    [`${web}/features/one/screen.ts`]: "import '../../app/language.ts'\nimport '../two/queries.ts'\n",
    [`${web}/features/two/texts.ts`]: 'export {}\n',
    [`${web}/features/two/queries.ts`]: "import '../../app/language.ts'\nimport '@wachta/client'\n",
    [`${web}/ui/button.ts`]: 'export {}\n',
  })

  assert.deepEqual((await inspectLayers(root)).violations, [])
})

test('the command fails on a single forbidden import', async (t) => {
  const root = await createFixture(t, { [`${sensor}/a.ts`]: "import '@wachta/resource'\n" })
  const { code, output } = await runLayersCommand(root)

  assert.match(output, /^sensor-imports: packages\/sensor\/src\/a\.ts → packages\/resource\/src\/index\.ts$/m)
  assert.match(output, /^layers: 41 modules, 1 violations$/m)
  assert.equal(code, 1)
})

test('fails if dependency-cruiser misses a module', async (t) => {
  const root = await createFixture(t, { 'packages/checks/src/http.ts': 'export {}\n' })
  const blind = join(root, 'blind.cjs')
  const configuration = join(repositoryRoot, '.dependency-cruiser.cjs')
  await writeFile(
    blind,
    `const whole = require(${JSON.stringify(configuration)})
     module.exports = { ...whole, options: { ...whole.options, exclude: { path: 'http' } } }`,
  )
  const report = await inspectLayers(root, blind)

  assert.deepEqual(report.violations, [])
  assert.deepEqual(report.unseen, ['packages/checks/src/http.ts'])
  assert.equal(hasPassed(report), false)
})

test('fails without any module', async (t) => {
  const root = await temporaryFolder(t)
  await mkdir(join(root, 'packages'))
  const { code, output } = await runLayersCommand(root)

  assert.equal(output, 'layers: 0 modules, 0 violations\n')
  assert.equal(code, 1)
})

/** Creates a tree of all packages with their public interfaces, plus the given files. */
async function createFixture(t: TestContext, files: Record<string, string>): Promise<string> {
  const root = await temporaryFolder(t)
  await mkdir(join(root, 'node_modules', '@wachta'), { recursive: true })
  await Promise.all(packages.map((name) => plantPackage(root, name)))
  for (const name of ['pg', 'graphile-worker']) {
    await write(root, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    await write(root, `node_modules/${name}/index.js`, '')
  }
  await Promise.all(Object.entries(files).map(([path, text]) => write(root, path, text)))
  return root
}

async function plantPackage(root: string, name: string): Promise<void> {
  const hasMain = processes.includes(name)
  const exports = { '.': './src/index.ts', './*': './src/*.ts' }
  await write(root, `packages/${name}/package.json`, JSON.stringify({ name: `@wachta/${name}`, exports }))
  await write(root, `packages/${name}/src/index.ts`, 'export const x = 1\n')
  if (hasMain) await write(root, `packages/${name}/src/main.ts`, 'export const x = 1\n')
  await symlink(`../../packages/${name}`, join(root, 'node_modules', '@wachta', name))
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-layers-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

function runLayersCommand(root: string): Promise<{ code: number; output: string }> {
  return runCommand(process.execPath, [join(repositoryRoot, 'tools', 'layers.ts'), root])
}

function getPackage(path: string, segment = 0): string {
  return path.split('/')[segment] ?? ''
}

function getEntryPoint(text: string): string {
  return text.slice("import '@wachta/".length, -2)
}
