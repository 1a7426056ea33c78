// The layers of the house: which package may import which. What is not in this table is forbidden.
// `tools/layers.ts` runs it; `tools/test/layers.test.ts` proves that every forbidden pair is caught.
const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

const processes = ['api', 'planner', 'sensor', 'analyst', 'notifier', 'reporter']

const mayImport = {
  web: ['client'],
  cli: ['client'],
  client: [],
  // The doctor asks the guard itself what it lets out; the demo makes a history by the rules of the domain.
  operate: ['database', 'queue', 'evidence', 'bus', 'egress', 'runtime', 'domain', 'cli'],
  // Of checks and channels only the settings' schemas; since a kind is one file, that is for the reviewer to see.
  api: ['resource', 'checks', 'channels', 'events', 'database', 'queue', 'bus', 'objects', 'domain', 'runtime'],
  planner: ['database', 'queue', 'bus', 'domain', 'egress', 'runtime'],
  analyst: ['events', 'database', 'queue', 'bus', 'objects', 'domain', 'runtime'],
  notifier: ['channels', 'database', 'queue', 'objects', 'domain', 'runtime'],
  reporter: ['database', 'evidence', 'bus', 'objects', 'domain', 'egress', 'runtime'],
  sensor: ['checks', 'bus', 'domain', 'runtime'],
  checks: ['domain', 'egress'],
  channels: ['domain', 'egress'],
  database: ['domain'],
  // Background jobs: their names and payloads, adding and removing them, the worker that runs them.
  queue: ['database', 'runtime'],
  bus: ['domain'],
  // Kinds of events: their settings for the api, their rules for the analyst.
  events: ['domain'],
  // Proofs of the record and copies of it: made by the reporter, looked at by the operator.
  evidence: ['database', 'objects'],
  objects: [],
  egress: [],
  // Signatures of reports and time stamps; whoever uses it brings the network.
  signature: [],
  resource: [],
  runtime: [],
  domain: [],
}
// A process that is not in the table, known by its `src/main.ts`, may import what processes have in common.
const folder = join(__dirname, 'packages')
for (const name of readdirSync(folder)) {
  if (mayImport[name] !== undefined || !existsSync(join(folder, name, 'src/main.ts'))) continue
  processes.push(name)
  mayImport[name] = ['database', 'bus', 'objects', 'domain', 'egress', 'runtime']
}
// What tests, proofs and benchmarks share stands on everything; nothing that runs for users stands on it.
mayImport.testing = Object.keys(mayImport)

// The operator's command starts processes and does what only they know how to: it gets their doors, nothing behind them.
const doorsFor = { operate: processes }

const anyOf = (names) => `(?:${names.join('|')})`

function layerRule([name, targets]) {
  const doors = doorsFor[name] ?? []
  const allowed = [
    `^packages/${anyOf([name, ...targets])}/`,
    ...(doors.length > 0 ? [`^packages/${anyOf(doors)}/src/(?:main|index)\\.ts$`] : []),
  ]
  const listed = [...targets, ...doors.map((door) => `${door} (its index and main)`)]
  return {
    name: `${name}-imports`,
    comment: `${name} may import ${listed.join(', ') || 'nothing of ours'}`,
    severity: 'error',
    from: { path: `^packages/${name}/src/` },
    to: { path: '^packages/', pathNot: allowed },
  }
}

const rules = [
  {
    name: 'package-in-table',
    comment: 'A new package takes its place in the table of this file before it imports anything.',
    severity: 'error',
    from: { path: '^packages/[^/]+/', pathNot: `^packages/${anyOf(Object.keys(mayImport))}/` },
    to: {},
  },
  {
    name: 'no-relative-way-out',
    comment: 'Another package is imported by its name, through the doors its package.json opens.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/src/' },
    // By name an import is of no determined type here, by relative path it is "local".
    to: { pathNot: '^packages/$1/', dependencyTypes: ['local'] },
  },
  {
    name: 'no-test-in-source',
    comment: 'Sources never import tests.',
    severity: 'error',
    from: { path: '^packages/[^/]+/src/' },
    to: { path: '^packages/[^/]+/test/' },
  },
  {
    name: 'no-circular',
    comment: 'Move what both sides need into a file of its own.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'platform-below-features',
    comment: 'What every feature stands on knows none of them.',
    severity: 'error',
    from: { path: '^packages/api/src/platform/' },
    to: { path: '^packages/api/src/', pathNot: '^packages/api/src/platform/' },
  },
  {
    name: 'features-are-listed-above',
    comment: 'The list of features imports them; a feature that imports the list would be a circle.',
    severity: 'error',
    from: { path: '^packages/api/src/features/[^/]+/' },
    to: { path: '^packages/api/src/(?:features/)?[^/]+$' },
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that leads nowhere cannot be judged.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'listed-dependency',
    comment: 'What a source imports at run time stands in the dependencies of its own package.json.',
    severity: 'error',
    from: { path: '^packages/[^/]+/src/' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'jobs-through-queue',
    comment: 'Only the queue package runs jobs; the database package migrates their tables.',
    severity: 'error',
    from: { path: '^packages/', pathNot: '^packages/(?:queue|database)/' },
    to: { path: 'node_modules/graphile-worker/' },
  },
  {
    name: 'domain-is-pure',
    comment: 'Rules without input and output: no dependency but the calendar, nothing that touches the world.',
    severity: 'error',
    from: { path: '^packages/domain/src/' },
    to: {
      pathNot: ['node_modules/temporal-(?:polyfill|spec|utils)/'],
      path: [
        'node_modules/',
        '^(?:child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|readline|sqlite|tls|worker_threads)(?:/|$)',
      ],
    },
  },
  {
    name: 'web-ui-stands-alone',
    comment:
      'Components of the web app know neither the interface nor a language: they get data and texts as properties.',
    severity: 'error',
    from: { path: '^packages/web/src/ui/' },
    to: { path: ['^packages/web/src/(?!ui/)', '^packages/client/'] },
  },
  {
    name: 'web-app-below-features',
    comment: 'Features import app/, not the other way round. Only app/registry/ lists features.',
    severity: 'error',
    from: { path: '^packages/web/src/app/', pathNot: '^packages/web/src/app/registry/' },
    to: { path: '^packages/web/src/features/' },
  },
  {
    name: 'sensor-never-database',
    comment: 'A sensor runs on foreign ground: no path of imports leads from it, or from a check, to the database.',
    severity: 'error',
    from: { path: '^packages/(?:sensor|checks)/src/' },
    to: {
      path: ['^packages/database/', 'node_modules/(?:pg|kysely|node-pg-migrate|graphile-worker)/'],
      reachable: true,
    },
  },
]

module.exports = {
  forbidden: [...Object.entries(mayImport).map(layerRule), ...rules],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A type is an import too: it tells one layer about another.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'],
    },
  },
}
