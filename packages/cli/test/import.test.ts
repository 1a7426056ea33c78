import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ApplyData } from '@wachta/client'
import { addAccount, openSession } from '@wachta/testing/api/accounts'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { parse } from 'yaml'
import { importers } from '../src/import/importers.ts'
import { makeKumaDatabase } from './support/kuma-database.ts'
import { programOf, type Run } from './support/program.ts'

const samples = join(import.meta.dirname, 'samples')
let service: TestServer
let folder: string

before(async () => {
  service = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'wachta-import-'))
  makeKumaDatabase(join(folder, 'kuma.db'))
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Sample {
  readonly importer: string
  readonly file: () => string
  /** The number of imported services; `lost` is the number of notes about what was not imported. */
  readonly services: number
  readonly lost: number
}

const samplesOf: readonly Sample[] = [
  { importer: 'uptime-kuma', file: () => join(samples, 'uptime-kuma.json'), services: 7, lost: 7 },
  { importer: 'uptime-kuma', file: () => join(folder, 'kuma.db'), services: 3, lost: 2 },
  { importer: 'uptimerobot', file: () => join(samples, 'uptimerobot.json'), services: 7, lost: 4 },
  { importer: 'statuscake', file: () => join(samples, 'statuscake.json'), services: 9, lost: 4 },
  { importer: 'pingdom', file: () => join(samples, 'pingdom.json'), services: 7, lost: 3 },
  { importer: 'better-stack', file: () => join(samples, 'better-stack.json'), services: 8, lost: 4 },
  { importer: 'blackbox', file: () => join(samples, 'blackbox', 'prometheus.yml'), services: 9, lost: 10 },
]

test('every importer has a sample', () => {
  const covered = new Set(samplesOf.map(({ importer }) => importer))
  assert.deepEqual(
    importers.map(({ id }) => id).filter((id) => !covered.has(id)),
    [],
  )
})

for (const { importer, file, services, lost } of samplesOf)
  test(`${importer}: a sample is taken over, and a second time nothing is left to do`, async () => {
    const run = await customer()
    const words = ['import', importer, file()]
    const planned = await run([...words, '--dry-run', '--json'])
    assert.equal(planned.code, 3, planned.error)
    const { summary, plan, lost: unsaid } = JSON.parse(planned.out)
    assert.equal(unsaid.length, lost)
    assert.equal(plan.filter((step: { section: string }) => step.section === 'services').length, services)
    assert.deepEqual([summary.change, summary.delete, summary.unchanged], [0, 0, 0])

    const done = await run([...words, '--yes'])
    assert.equal(done.code, 0, done.error)
    const told = done.out.split('\n').filter((line) => line.startsWith('! '))
    assert.equal(told.length, lost, told.join('\n'))

    // Applied instead of planned, because a dry run does not reveal whether a secret is the stored one.
    const again = await run([...words, '--yes', '--json'])
    assert.equal(again.code, 0, again.error)
    assert.deepEqual(JSON.parse(again.out).summary, { create: 0, change: 0, delete: 0, unchanged: summary.create })
    assert.doesNotMatch(again.error, /had changed/)
    // Control: a difference is detected.
    const slower = await run([...words, '--dry-run', '--minimum-interval', '90000'])
    assert.equal(slower.code, 3)
    assert.match(slower.out, /interval: \d+ → 90000/)
  })

test('what a monitor of Kuma says is said here', async () => {
  const {
    services = [],
    contacts,
    events = [],
    escalations,
  } = await converted('uptime-kuma', join(samples, 'uptime-kuma.json'))
  assert.deepEqual(services[0], {
    external_id: 'uptime-kuma/2',
    group: 'uptime-kuma/group/shops',
    name: 'Front',
    type_id: 'https',
    address: 'https://shop.example.com/health?full=1',
    interval: 60,
    description: 'The shop itself\nenv=prod',
    extended_settings: {
      timeout: 48_000,
      username: 'probe',
      password: 's3cret',
      bearer_token: 'abc',
      request_headers: ['X-Team: shops'],
      http_method: 'POST',
      content: '{"ping":true}',
      content_type: 'application/json',
      expected_status_codes: '200-299, 304',
      follow_redirects: false,
      verify_certificate: false,
    },
  })
  assert.equal(services[1]?.extended_settings?.['negative_content_regex'], 'Sold out \\(today\\)')
  assert.deepEqual(
    contacts?.[0]?.addresses?.map(({ address }) => address),
    ['duty@example.com', 'second@example.com'],
  )
  const [first] = events
  assert.deepEqual([first?.kind, first?.start_delay, first?.scope?.services], ['failure', 60, ['uptime-kuma/2']])
  assert.equal(escalations?.[0]?.repeat_interval, 600)
  assert.ok(events.some(({ kind, settings }) => kind === 'certificate_expiry' && settings?.days === 14))
})

test('the modules of the blackbox exporter can be in another file', async () => {
  const run = await customer()
  const words = ['import', 'blackbox', join(samples, 'blackbox', 'prometheus.yml'), '--dry-run', '--json']
  const modules = join(folder, 'modules.yml')
  await writeFile(modules, 'modules:\n  http_2xx:\n    prober: http\n')
  const planned = async (more: readonly string[]) => JSON.parse((await run([...words, ...more])).out).plan.length
  assert.ok((await planned(['--modules', modules])) < (await planned([])), 'only one module is known')
})

test('keywords keep their sense: what must be there, and what must not', async () => {
  const settings = async (importer: string, file: string, name: string) =>
    (await converted(importer, join(samples, file))).services?.find((each) => each.name === name)?.extended_settings
  assert.equal(
    (await settings('uptimerobot', 'uptimerobot.json', 'Maintenance notice'))?.['negative_content_regex'],
    "(?i)We'll be back",
  )
  assert.equal((await settings('uptimerobot', 'uptimerobot.json', 'Login form'))?.['content_regex'], 'Sign in')
  assert.equal((await settings('statuscake', 'statuscake.json', 'Banner gone'))?.['negative_content_regex'], 'Error')
  assert.equal(
    (await settings('statuscake', 'statuscake.json', 'Shop'))?.['expected_status_codes'],
    '200-203, 205-403, 405-499',
  )
  assert.equal((await settings('pingdom', 'pingdom.json', 'Order form'))?.['negative_content_regex'], 'Exception')
  assert.equal(
    (await settings('better-stack', 'better-stack.json', 'No stack traces'))?.['negative_content_regex'],
    'at java\\.lang',
  )
  assert.equal(
    (await settings('better-stack', 'better-stack.json', 'Orders'))?.['expected_status_codes'],
    '201-202, 409',
  )
})

test('--out writes a file that apply takes, readable by its owner alone, and overwrites nothing', async () => {
  const run = await customer()
  const out = join(folder, 'wachta.yaml')
  const words = ['import', 'pingdom', join(samples, 'pingdom.json'), '--out', out]
  assert.equal((await run(words)).code, 0)
  assert.equal((await stat(out)).mode & 0o777, 0o600)
  assert.equal(parse(await readFile(out, 'utf8')).services.length, 7)
  assert.equal((await run(['apply', '-f', out, '--yes'])).code, 0)
  const again = await run(['import', 'pingdom', join(samples, 'pingdom.json'), '--yes', '--json'])
  assert.equal(JSON.parse(again.out).summary.change, 0)
  const { code, error } = await run(words)
  assert.deepEqual([code, error.includes('already')], [1, true])
})

test('a file of another system is refused, in both languages', async () => {
  const run = await customer()
  for (const { id, name } of importers) {
    const wrong = join(folder, 'wrong.json')
    await writeFile(wrong, '{"something": "else"}')
    const { code, error } = await run(['import', id, wrong, '--dry-run', '--language', 'pl'])
    assert.equal(code, 1, id)
    assert.match(error, new RegExp(`nie wygląda na eksport z ${name.split(' ')[0]}`), id)
  }
  const { error } = await run(['import', 'pingdom', join(samples, 'blackbox', 'prometheus.yml')])
  assert.match(error, /is not valid JSON/)
})

async function converted(id: string, path: string): Promise<ApplyData> {
  const importer = importers.find((each) => each.id === id)
  assert.ok(importer)
  const options = { minInterval: 60 }
  const source = { path, content: await readFile(path), readMatchingFiles: async () => [] }
  return importer.convert(await importer.read(source, options), options).document
}

/** A new customer for each sample, so that they do not interfere. */
async function customer(): Promise<Run> {
  const token = (await openSession(service.api.owner, await addAccount(service.api.owner))).replace('Bearer ', '')
  return programOf({ ...service, token })
}
