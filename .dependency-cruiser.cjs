// The layers: which package may import which. Every import that is not in this table is forbidden.
// `tools/layers.ts` checks it; `tools/test/layers.test.ts` verifies that every forbidden pair is found.
const { existsSync, readdirSync } = require('node:fs')
const { join } = require('node:path')

const processes = ['api', 'planner', 'sensor', 'analyst', 'notifier', 'reporter', 'pages', 'directory']

const mayImport = {
  // The renderer of status pages is a pure function: the editor shows what visitors will see.
  web: ['client', 'recording', 'status-page'],
  cli: ['client', 'mcp', 'proof', 'recording', 'signature'],
  client: [],
  // Tools for models over the client: the api serves them over HTTP, the command over standard input and output.
  mcp: ['client'],
  // `doctor` uses the egress guard to test addresses; `demo` generates history with the rules of `domain`.
  operate: [
    'database',
    'history',
    'queue',
    'evidence',
    'objects',
    'signature',
    'bus',
    'egress',
    'runtime',
    'domain',
    'cli',
  ],
  // Of `checks` and `channels` only the schemas of settings. No rule can check this, because each type is one file with
  // its implementation: reviewers have to.
  api: [
    'resource',
    'checks',
    'channels',
    'events',
    'database',
    'history',
    'queue',
    'bus',
    'objects',
    'report',
    // Only to try a logo when it is uploaded.
    'paper',
    'mcp',
    'proof',
    // For requests to issuers of single sign-on.
    'egress',
    'domain',
    'runtime',
  ],
  planner: ['database', 'queue', 'bus', 'domain', 'egress', 'runtime'],
  analyst: ['events', 'database', 'queue', 'bus', 'objects', 'domain', 'runtime'],
  notifier: ['channels', 'database', 'queue', 'objects', 'status-page', 'domain', 'runtime'],
  reporter: [
    'report',
    'paper',
    'signature',
    // What it publishes of status pages.
    'status-page',
    'database',
    'history',
    'queue',
    'evidence',
    'objects',
    'domain',
    'egress',
    'runtime',
  ],
  // It serves status pages while the database and the broker are gone, so it knows neither.
  pages: ['status-page', 'objects', 'domain', 'runtime'],
  // It reads names from the databases of cells, and needs neither their broker nor their objects.
  directory: ['database', 'domain', 'runtime'],
  sensor: ['browser', 'checks', 'bus', 'domain', 'runtime'],
  // Checks in a real browser, for sensors that have one.
  browser: ['checks'],
  checks: ['domain', 'egress'],
  channels: ['domain', 'egress'],
  database: ['domain'],
  // The years of the record that PostgreSQL does not keep: filled by the reporter, read by the api and by reports.
  history: ['database', 'domain'],
  // Background jobs: their names and payloads, adding and removing them, the worker that runs them.
  queue: ['database', 'runtime'],
  bus: ['domain'],
  // Kinds of events: their settings for the api, their rules for the analyst.
  events: ['domain'],
  // Seals of the record, their verification, and backups: used by the reporter and by the operator's commands.
  evidence: ['proof', 'signature', 'database', 'objects'],
  objects: [],
  // Figures and words of reports, read from the database: the reporter makes files of them, the api sends them.
  report: ['database', 'history', 'domain'],
  // Reports as PDF: it gets a finished report, and knows nothing of where its numbers come from.
  paper: ['domain'],
  'status-page': ['domain'],
  // Status pages in every format, from a view alone: no I/O, no clock.
  egress: [],
  // Signatures of reports and time stamps; the caller brings the network.
  signature: [],
  // What verifies a report offline, in the command and in a browser: no database, no files, no network.
  proof: ['signature'],
  // The page that verifies in a browser: one file, built beside the web app.
  verifier: ['proof', 'signature'],
  // Recordings of browsers as scenarios and back: the web app and the command use the same code.
  recording: [],
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
// `testing`, which tests, proofs and benchmarks share, may import everything; no product code may import it.
mayImport.testing = Object.keys(mayImport)

// `operate` starts the processes and calls their operator functions. It may import only their `index.ts`, `main.ts` and `config.ts`.
const entryPointsFor = { operate: processes }

const anyOf = (names) => `(?:${names.join('|')})`

function layerRule([name, targets]) {
  const entryPoints = entryPointsFor[name] ?? []
  const allowed = [
    `^packages/${anyOf([name, ...targets])}/`,
    ...(entryPoints.length > 0 ? [`^packages/${anyOf(entryPoints)}/src/(?:main|index|config)\\.ts$`] : []),
  ]
  const listed = [...targets, ...entryPoints.map((each) => `${each} (its index, main and config)`)]
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
    comment: 'Add a new package to the table in this file before it imports anything.',
    severity: 'error',
    from: { path: '^packages/[^/]+/', pathNot: `^packages/${anyOf(Object.keys(mayImport))}/` },
    to: {},
  },
  {
    name: 'no-relative-way-out',
    comment: 'Import another package by its name, through the exports of its package.json.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/src/' },
    // An import by relative path has the type "local"; an import by name has none here.
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
    comment: 'The platform must not import features.',
    severity: 'error',
    from: { path: '^packages/api/src/platform/' },
    to: { path: '^packages/api/src/', pathNot: '^packages/api/src/platform/' },
  },
  {
    name: 'features-are-listed-above',
    comment: 'The list of features imports them; a feature that imports the list would create a cycle.',
    severity: 'error',
    from: { path: '^packages/api/src/features/[^/]+/' },
    to: { path: '^packages/api/src/(?:features/)?[^/]+$' },
  },
  {
    name: 'no-unresolvable',
    comment: 'An import that cannot be resolved cannot be checked.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'listed-dependency',
    comment: 'List every package that a source imports at run time in the dependencies of its own package.json.',
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
    comment: 'The domain is pure: no I/O, and no dependency except the calendar library.',
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
    comment: 'Components of the web app use neither the API nor translations: they get data and texts as properties.',
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
    comment: 'Sensors run on untrusted machines: no chain of imports leads from them or from a check to the database.',
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
    // Imports of types count too, because they make one layer depend on another.
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'],
    },
  },
}
