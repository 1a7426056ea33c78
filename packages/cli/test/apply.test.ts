import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { addAccount, openSession } from '@wachta/testing/api/accounts'
import { startTestServer, type TestServer } from '@wachta/testing/api/start-service'
import { parse } from 'yaml'
import { programOf, type Run } from './support/program.ts'
import { atTerminal } from './support/terminal.ts'

let service: TestServer
let folder: string
let file: string
let run: Run
let token: string
let whole: string

before(async () => {
  service = await startTestServer()
  whole = configuration(service.sensorId)
  folder = await mkdtemp(join(tmpdir(), 'wachta-apply-'))
  file = join(folder, 'wachta.yaml')
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function begin(content: string): Promise<void> {
  const account = await addAccount(service.api.owner)
  token = (await openSession(service.api.owner, account)).replace('Bearer ', '')
  run = programOf({ ...service, token })
  await writeFile(file, content)
}

const configuration = (sensor: number) => `# What the night shift watches.
groups:
  - { external_id: shops, name: Shops }
services:
  - external_id: shop/front
    group: shops
    type_id: https
    name: Shop
    address: shop.example.com
    interval: 300
    extended_settings:
      username: probe
      password: "hush hush"
      timeout: 5000
    sensor_ids: [${sensor}]
contacts:
  - external_id: duty
    name: On duty
    addresses:
      - { channel_id: email, address: duty@example.com }
events:
  - { external_id: down, name: Down, kind: failure, scope: { groups: [shops] } }
escalations:
  - { external_id: first, name: At once, event: down, contacts: [duty] }
`

const templates = `report_templates:
  - external_id: monthly
    name: Monthly
    section_ids: [summary, failures]
    scope: { groups: [shops], services: [shop/front] }
    recipients: [duty@example.com]
    reporting_plan_ids: [monthly]
    accounting_method: { unknown: true, business_hours: [{ start_minute: { day_of_week: 1, hour: 8, minute: 0 }, end_minute: { day_of_week: 1, hour: 16, minute: 0 } }] }
    service_level_target: 99.95
`

const pages = `status_pages:
  - { external_id: acme, title: Acme, slug: acme, languages: [pl, en], accent_colour: "#FFCC00", incident_posts: draft,
      announcement_templates: { pl: { resolved_text: "Działa: {{components}}", incident_title: Awaria } } }
status_page_components:
  - { external_id: acme/shop, status_page: acme, name: Shop, service: shop/front }
  - { external_id: acme/shops, status_page: acme, name: Shops, group: shops, group_rule: any_up }
  - { external_id: acme/phone, status_page: acme, name: Phone, manual_status: operational }
`

test('a plan is shown, asked about, carried out once, and then holds nothing but secrets', async () => {
  await begin(whole)
  const planned = await run(['apply', '-f', file, '--dry-run'])
  assert.equal(planned.code, 3, planned.error)
  assert.match(planned.out, /^\+ groups shops\n {4}name: "Shops"\n\+ services shop\/front\n {4}group: "shops"$/m)
  assert.ok(!planned.out.includes('hush'), 'a secret is on the screen')
  assert.match(planned.out, /5 to create, 0 to change, 0 to delete, 0 unchanged\.\n$/)

  const unasked = await run(['apply', '-f', file])
  assert.deepEqual([unasked.code, unasked.error.includes('--yes')], [2, true])
  assert.equal((await run(['apply', '-f', file, '--dry-run'])).code, 3)

  assert.match((await run(['apply', '-f', file, '--yes'])).out, /Done\.\n$/)
  const again = await run(['apply', '-f', file, '--dry-run', '--language', 'pl'])
  // A plan does not reveal whether a given secret is the stored one, because it would confirm guesses.
  assert.deepEqual(
    [again.code, again.out],
    [
      3,
      '~ services shop/front\n    extended_settings.password: "********" → "******** (new)"\nDo utworzenia: 0, do zmiany: 1, do usunięcia: 0, bez zmian: 4.\n',
    ],
  )
  const without = await run(['apply', '-f', '-', '--dry-run'], { input: whole.replace(/^.*password:.*\n/m, '') })
  assert.match(without.out, /0 to create, 0 to change, 0 to delete, 5 unchanged/)
})

test('a change shows what was and what will be; what is gone from the file goes with --prune only', async () => {
  await begin(whole)
  await run(['apply', '-f', file, '--yes'])
  const changed = whole
    .replace('interval: 300', 'interval: 60')
    .replace('timeout: 5000', 'timeout: 9000')
    .replace(/escalations:[\s\S]*/, 'escalations: []\n')
  const kept = await run(['apply', '-f', '-', '--dry-run'], { input: changed })
  assert.match(
    kept.out,
    /^~ services shop\/front\n {4}interval: 300 → 60\n {4}extended_settings\.password: "\*{8}" → "\*{8} \(new\)"\n {4}extended_settings\.timeout: 5000 → 9000\n0 to create, 1 to change, 0 to delete/,
  )
  const pruned = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: changed })
  assert.match(pruned.out, /^- escalations first \(At once\)\n0 to create/m)
  assert.equal((await run(['apply', '-f', '-', '--prune=1', '--yes'], { input: changed })).code, 0)
  assert.equal(
    (await run(['apply', '-f', '-', '--prune', '--dry-run'], { input: changed.replace(/^.*password:.*\n/m, '') })).code,
    0,
  )
})

test('deletions are confirmed by their number: without it, or with another, nothing is deleted', async () => {
  await begin(whole)
  await run(['apply', '-f', file, '--yes'])
  const input =
    'groups: [{ external_id: shops, name: Shops }]\nservices: []\ncontacts: []\nevents: []\nescalations: []\n'
  const client = service.client({ token: () => token })
  const left = async () => (await client.list('list_services', {})).total
  const unsaid = await run(['apply', '-f', '-', '--prune', '--yes'], { input })
  assert.deepEqual([unsaid.code, await left()], [2, 1])
  assert.match(unsaid.error, /The plan deletes 4 objects\. .*--prune=4\n$/)
  assert.match(unsaid.out, /^- services shop\/front \(Shop\)\n- contacts duty \(On duty\)\n- events down \(Down\)$/m)
  const other = await run(['apply', '-f', '-', '--prune=3', '--yes', '--language', 'pl'], { input })
  assert.deepEqual([other.code, await left()], [1, 1])
  assert.match(other.error, /--prune=3 nie zgadza się z planem, który usuwa obiekty w liczbie: 4/)
  assert.equal((await run(['apply', '-f', '-', '--prune=all', '--yes'], { input })).code, 2)

  await writeFile(file, input)
  const signedIn = { WACHTA_URL: service.baseUrl, WACHTA_TOKEN: token }
  const question = 'Type the number of deletions'
  const slip = await atTerminal(`apply -f ${file} --prune`, signedIn, { [question]: '5' })
  assert.deepEqual(
    [slip.code, slip.seen.includes('The number does not match 4. Nothing was changed.'), await left()],
    [1, true, 1],
  )
  const typed = await atTerminal(`apply -f ${file} --prune`, signedIn, { [question]: '4' })
  assert.deepEqual([typed.code, await left()], [0, 0], typed.seen)
  // If nothing is deleted, there is no number to confirm.
  assert.equal((await run(['apply', '-f', '-', '--prune', '--yes'], { input })).code, 0)
})

test('services that no sensor would check are named, and no others', async () => {
  const own = `    sensor_ids: [${service.sensorId}]\n`
  const without = whole.replace(own, '')
  await begin(without)
  const warned = await run(['apply', '-f', file, '--dry-run'])
  assert.match(warned.error, /^! shop\/front: no sensor is assigned, so this service will not be checked\./)
  const grouped = without.replace(
    'name: Shops }',
    `name: Shops, assigned_sensor_ids: { default: [${service.sensorId}] } }`,
  )
  for (const input of [whole, grouped])
    assert.equal((await run(['apply', '-f', '-', '--dry-run'], { input })).error, '')
  // Omitted fields stay unchanged, so the sensors of an existing service count.
  await run(['apply', '-f', '-', '--yes'], { input: whole })
  assert.equal((await run(['apply', '-f', file, '--dry-run'])).error, '')
  const none = whole.replace(own, '    sensor_ids: []\n')
  assert.match((await run(['apply', '-f', '-', '--yes', '--json'], { input: none })).error, /^! shop\/front: no sensor/)
  const job = 'services: [{ external_id: job, type_id: heartbeat, name: Job, address: job }]'
  assert.equal((await run(['apply', '-f', '-', '--dry-run'], { input: job })).error, '')
})

test('faults are told where they are in the file, all at once, in both languages', async () => {
  await begin(
    whole
      .replace('address: shop.example.com', 'address: "http://"')
      .replace('timeout: 5000', 'timeout: 5')
      .replace('contacts: [duty]', 'contacts: [nobody]'),
  )
  const references = await run(['apply', '-f', file, '--dry-run'])
  assert.equal(references.code, 1)
  assert.match(references.error, /wachta\.yaml:24:66: .* \(escalations\.0\.contacts\.0\)/)
  await writeFile(file, whole.replace('shop.example.com', '"http://"').replace('timeout: 5000', 'timeout: 5'))
  const { error } = await run(['apply', '-f', file, '--dry-run', '--language', 'pl'])
  assert.match(error, /^wachta: Nie można zastosować tej konfiguracji:\n/)
  assert.match(error, /wachta\.yaml:14:16: .* \(services\.0\.extended_settings\.timeout\)/)
  await writeFile(file, whole.replace('    name: Shop\n', ''))
  assert.match((await run(['apply', '-f', file, '--dry-run'])).error, /wachta\.yaml:5:5: .* \(services\.0\.name\)/)
})

test('what is no YAML, or no configuration, is refused with its place', async () => {
  await begin('groups:\n  - { external_id: a, name: A\nservices: [')
  assert.match((await run(['apply', '-f', file])).error, /This is not valid YAML:\n.*wachta\.yaml:3:\d+: /)
  await writeFile(file, 'groups:\n  - name: A\n    name: B\n')
  assert.match((await run(['apply', '-f', file])).error, /wachta\.yaml:3:5: .*unique/i)
  await writeFile(file, '- a\n- b\n')
  assert.match((await run(['apply', '-f', file])).error, /has sections such as groups/)
  await writeFile(file, 'unicorns: []\n')
  assert.match((await run(['apply', '-f', file])).error, /wachta\.yaml:1:\d+: This field does not exist\. \(unicorns\)/)
  assert.match((await run(['apply', '-f', join(folder, 'missing.yaml')])).error, /cannot be read \(ENOENT\)/)
})

test('an export declares what is there: applied it changes nothing, elsewhere it makes the same', async () => {
  await begin(whole)
  await run(['apply', '-f', file, '--yes'])
  const { out: exported } = await run(['export'])
  assert.ok(!exported.includes('hush') && !exported.includes('****'))
  const kept = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: exported })
  assert.deepEqual([kept.code, kept.out], [0, '0 to create, 0 to change, 0 to delete, 5 unchanged.\n'], kept.error)
  // Control: a different file is not considered the same.
  assert.equal(
    (await run(['apply', '-f', '-', '--dry-run'], { input: exported.replace('name: Shop\n', 'name: Other\n') })).code,
    3,
  )

  await begin(whole)
  assert.equal((await run(['apply', '-f', '-', '--yes'], { input: exported })).code, 0)
  const again = (await run(['export'])).out
  assert.deepEqual(parse(again), parse(exported))
})

test('report templates are exported and read back, and deleted with --prune only', async () => {
  await begin(whole + templates)
  assert.equal((await run(['apply', '-f', file, '--yes'])).code, 0)
  const { out: exported } = await run(['export'])
  const kept = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: exported })
  assert.deepEqual([kept.code, kept.out], [0, '0 to create, 0 to change, 0 to delete, 6 unchanged.\n'], kept.error)
  await begin('')
  assert.equal((await run(['apply', '-f', '-', '--yes'], { input: exported })).code, 0)
  const again = (await run(['export'])).out
  assert.deepEqual(parse(again), parse(exported))

  const without = exported.slice(0, exported.indexOf('report_templates:'))
  assert.equal((await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: without })).code, 0)
  const empty = `${without}report_templates: []\n`
  const planned = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: empty })
  assert.match(planned.out, /^- report_templates monthly \(Monthly\)$/m)
  assert.equal((await run(['apply', '-f', '-', '--prune=1', '--yes'], { input: empty })).code, 0)
  assert.deepEqual(parse((await run(['export'])).out).report_templates, [])
})

test('status pages with their components are exported and read back; the address can be used once', async () => {
  await begin(whole + pages)
  const done = await run(['apply', '-f', file, '--yes'])
  assert.equal(done.code, 0, done.error)
  const { out: exported } = await run(['export'])
  const { status_pages, status_page_components } = parse(exported)
  assert.deepEqual([status_pages[0].slug, status_pages[0].languages], ['acme', ['pl', 'en']])
  assert.equal(status_pages[0].announcement_templates.pl.resolved_text, 'Działa: {{components}}')
  assert.deepEqual(
    status_page_components.map(({ service, group, manual_status }: Record<string, unknown>) => [
      service,
      group,
      manual_status,
    ]),
    [
      ['shop/front', undefined, undefined],
      [undefined, 'shops', undefined],
      [undefined, undefined, 'operational'],
    ],
  )
  const kept = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: exported })
  assert.deepEqual([kept.code, kept.out], [0, '0 to create, 0 to change, 0 to delete, 9 unchanged.\n'], kept.error)
  const without = `${exported.slice(0, exported.indexOf('status_page_components:'))}status_page_components: []\n`
  const planned = await run(['apply', '-f', '-', '--dry-run', '--prune'], { input: without })
  assert.match(planned.out, /^- status_page_components acme\/phone \(Phone\)$/m)

  await begin(whole + pages)
  const taken = await run(['apply', '-f', file, '--yes'])
  assert.equal(taken.code, 1)
  assert.match(taken.error, /status_pages\.0\.slug|already taken/)
})

test('what was made by hand is exported on demand, under names of its own', async () => {
  await begin(whole)
  const environment = { WACHTA_URL: service.baseUrl }
  const mine = programOf(service)
  const client = service.client()
  for (const name of ['Sklep – Łódź', 'Sklep – Łódź'])
    await client.call('create_service', { body: { name, type_id: 'ping', address: '192.0.2.1' } })
  assert.deepEqual(parse((await mine(['export'], { environment })).out).services, [])
  const { services } = parse((await mine(['export', '--all'])).out)
  assert.deepEqual(
    services.map((each: { external_id: string }) => each.external_id),
    ['sklep-lodz', 'sklep-lodz-2'],
  )
  const copy = await run(['apply', '-f', '-', '--yes'], { input: (await mine(['export', '--all'])).out })
  assert.equal(copy.code, 0, copy.error)
})

test('an export leaves alone what it cannot name, and says so', async () => {
  await begin(whole)
  await run(['apply', '-f', file, '--yes'])
  const client = service.client({ token: () => token })
  const one = async (list: 'list_services' | 'list_events' | 'list_escalations') =>
    (await client.list(list, {})).items[0]?.id ?? 0
  const [_id, event, escalation] = [await one('list_services'), await one('list_events'), await one('list_escalations')]
  const { id: group_id } = await client.call('create_group', { body: { name: 'By hand' } })
  const { id: contact_id } = await client.call('create_contact', { body: { name: 'Ewa' } })
  await client.call('update_service', { path: { _id }, body: { group_id } })
  await client.call('update_event', { path: { _id: event }, body: { scope: { group_ids: [group_id] } } })
  await client.call('update_escalation', { path: { _id: escalation }, body: { contact_ids: [contact_id] } })

  const exported = await run(['export'])
  assert.deepEqual(exported.error.trimEnd().split('\n'), [
    `! services shop/front: group omitted, because #${group_id} By hand is not in the file; apply leaves it unchanged.`,
    `! events down: scope omitted, because #${group_id} By hand is not in the file; apply leaves it unchanged.`,
    `! escalations first: contacts omitted, because #${contact_id} Ewa is not in the file; apply leaves it unchanged.`,
  ])
  const asJson = await run(['export', '--json', '--language', 'pl'])
  assert.match(asJson.error, /^! events down: pominięto scope, bo w pliku nie ma #/m)
  for (const input of [exported.out, asJson.out]) {
    const again = await run(['apply', '-f', '-', '--prune', '--yes'], { input })
    assert.equal(again.out, '0 to create, 0 to change, 0 to delete, 5 unchanged.\n', again.error)
  }
  // Control: without `group: null`, the service moves to the default group.
  const moved = await run(['apply', '-f', '-', '--dry-run'], { input: exported.out.replace(/ +group: null\n/, '') })
  assert.match(moved.out, /group: "#\d+" → null/)
  // Other changes do not affect the group.
  const renamed = exported.out.replace('name: Shop\n', 'name: Store\n').replace('name: Down\n', 'name: Outage\n')
  assert.equal((await run(['apply', '-f', '-', '--yes'], { input: renamed })).code, 0)
  const { name, group_id: kept } = await client.call('read_service', { path: { _id } })
  assert.deepEqual([name, kept], ['Store', group_id])
  assert.deepEqual((await client.call('read_event', { path: { _id: event } })).scope.group_ids, [group_id])
})

test('what does more than it shows is exported so that it is read back', async () => {
  await begin(whole)
  const name = 'Shop \u200f\u202eabc'
  await service.client({ token: () => token }).call('create_group', { body: { name } })
  for (const words of [
    ['export', '--all'],
    ['export', '--all', '--json'],
  ]) {
    const { out } = await run(words)
    assert.doesNotMatch(out, /[\u200f\u202e]/)
    assert.equal(parse(out).groups[0].name, name)
  }
})

test('a plan that differs from the one shown is reported', async () => {
  await begin(whole)
  const overtaken = await runOvertaken(['apply', '-f', file, '--yes'], 'groups: [{ external_id: shops, name: S }]')
  assert.equal(overtaken.code, 0, overtaken.error)
  assert.match(
    overtaken.error,
    /^! The account has changed since the plan was shown\. .*:\n~ groups shops\n {4}name: "S" → "Shops"\n/,
  )
  assert.match(overtaken.error, /4 to create, 1 to change, 0 to delete, 0 unchanged\.\n$/)
  // Control: without a concurrent change there is no message.
  await begin(whole)
  assert.equal((await run(['apply', '-f', file, '--yes'])).error, '')
})

test('what was not in the plan is not deleted, even if the number is the same', async () => {
  await begin(whole)
  await run(['apply', '-f', file, '--yes'])
  const group = (name: string) =>
    `groups: [{ external_id: shops, name: Shops }, { external_id: ${name}, name: ${name} }]`
  await run(['apply', '-f', '-', '--yes'], { input: group('old') })
  const client = service.client({ token: () => token })
  const names = async () => (await client.list('list_groups', {})).items.map(({ name }) => name)
  await writeFile(file, 'groups: [{ external_id: shops, name: Shops }]')
  // Another user deletes the group that was shown, and adds another one.
  const overtaken = await runOvertaken(['apply', '-f', file, '--prune=1', '--yes'], group('new'), '--prune=1')
  assert.equal(overtaken.code, 1)
  assert.match(overtaken.error, /would now delete other objects\. Nothing was changed\./)
  assert.deepEqual(await names(), ['Default group', 'Shops', 'new'])
  assert.equal((await run(['apply', '-f', file, '--prune=1', '--yes'])).code, 0)
  assert.deepEqual(await names(), ['Default group', 'Shops'])
})

/** Runs the command; between its plan and its execution, another user applies another document. */
async function runOvertaken(words: readonly string[], input: string, ...options: string[]): ReturnType<Run> {
  const between = createServer(async (request, response) => {
    const body = await text(request)
    const isReal = request.url?.endsWith('/apply') && JSON.parse(body).dry_run === false
    if (isReal) await run(['apply', '-f', '-', '--yes', ...options], { input })
    const answer = await fetch(`${new URL(service.baseUrl).origin}${request.url}`, {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== '' && { body }),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  const baseUrl = `http://127.0.0.1:${(between.address() as AddressInfo).port}`
  try {
    return await programOf({ baseUrl, token })([...words])
  } finally {
    between.close()
  }
}
