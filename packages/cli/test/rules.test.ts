import assert from 'node:assert/strict'
import { test } from 'node:test'
import { externalName, freshName } from '@wachta/client'
import fc from 'fast-check'
import { parse } from 'yaml'
import { showPlan } from '../src/apply/plan.ts'
import { toYaml } from '../src/apply/yaml.ts'
import { formatCsvLines } from '../src/frame/csv.ts'
import { fitColumns } from '../src/frame/fit-columns.ts'
import { createOutput, escapeControlCharacters } from '../src/frame/output.ts'
import { measureTextWidth, truncateText } from '../src/frame/text-width.ts'
import { createDraft } from '../src/import/draft.ts'
import { parsePrometheusDuration } from '../src/import/importers/blackbox.ts'
import { convertStatusCodes, convertWebTarget, escapePattern, toHeaderSettings } from '../src/import/web.ts'
import { CommandError, customerCommands, customerGroups } from '../src/index.ts'
import { getFieldLabel } from '../src/kinds/field-labels.ts'
import { toFilterQuery } from '../src/kinds/filter.ts'
import { extractHost } from '../src/kinds/host.ts'
import { findKind, kindNames } from '../src/kinds/kinds.ts'
import { getServiceAddress } from '../src/kinds/service-address.ts'
import { parseApiUrl } from '../src/session/address.ts'
import { computeCorrectedLevel, widenToMonths } from '../src/times/level.ts'
import { parseTime, toApiTime } from '../src/times/time.ts'
import { formatDurationText, formatRelativeTime } from '../src/times/time-text.ts'

const now = new Date('2026-11-15T12:00:00Z')

test('filters say what the interface is asked', () => {
  assert.deepEqual(toFilterQuery(['name~shop', 'is_active=true', 'interval>=60', 'group.name!=Default', 'name_x^=A']), {
    'filter.name': 'contains:shop',
    'filter.is_active': 'equals:true',
    'filter.interval': 'not_lower_than:60',
    'filter.group.name': 'not_equals:Default',
    'filter.name_x': 'starts_with:A',
  })
  assert.deepEqual(toFilterQuery(['error_type_id=null', 'since<2026-11-15T00:00:00Z']), {
    'filter.error_type_id': 'is_null:true',
    'filter.since': 'lower_than:2026-11-15T00:00:00Z',
  })
  assert.deepEqual(toFilterQuery(['id=1,2']), { 'filter.id': 'one_of:1,2' })
  for (const wrong of [['name'], ['=x'], ['name=a', 'name~b']]) assert.throws(() => toFilterQuery(wrong), CommandError)
})

test('whatever the value of a filter, it arrives as it is', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      assert.deepEqual(toFilterQuery([`name~${value}`]), { 'filter.name': `contains:${value}` })
    }),
  )
})

test('kinds come from the operations, and are known by several spellings', () => {
  for (const name of ['services', 'contact-groups', 'time-zones', 'sessions']) assert.ok(kindNames.includes(name), name)
  assert.deepEqual(
    ['service', 'contact_groups', 'Sensors', 'service-status'].map((word) => findKind(word).list),
    ['list_services', 'list_contact_groups', 'list_sensors', 'list_service_statuses'],
  )
  assert.throws(() => findKind('unicorns'), /Unknown kind "unicorns"/)
})

test('times are read as people write them', () => {
  assert.equal(toApiTime(parseTime('2h', now)), '2026-11-15T10:00:00Z')
  assert.equal(toApiTime(parseTime('2026-11-15T03:00Z', now)), '2026-11-15T03:00:00Z')
  assert.equal(toApiTime(parseTime('2026-11-15 03:00:05+01:00', now)), '2026-11-15T02:00:05Z')
  assert.equal(parseTime('2026-11-15 03:00', now).getHours(), 3)
  for (const wrong of ['', 'yesterday', '2026-02-30', '2026-13-01', '25:00', '2026-11-15T25:00Z'])
    assert.throws(() => parseTime(wrong, now), CommandError, wrong)
})

test('a corrected level moves the seconds of the interval, and none is lost', () => {
  const seconds = fc.record({
    ok_seconds: fc.nat(100_000),
    failure_seconds: fc.nat(100_000),
    paused_seconds: fc.nat(100_000),
    unknown_seconds: fc.nat(100_000),
  })
  const sum = (of: object) =>
    Object.entries(of).reduce((all, [name, value]) => all + (name === 'service_level' ? 0 : value), 0)
  fc.assert(
    fc.property(
      seconds,
      seconds,
      fc.constantFrom('ok' as const, 'failure' as const, 'paused' as const),
      (outside, inside, status) => {
        const period = {
          ok_seconds: outside.ok_seconds + inside.ok_seconds,
          failure_seconds: outside.failure_seconds + inside.failure_seconds,
          paused_seconds: outside.paused_seconds + inside.paused_seconds,
          unknown_seconds: outside.unknown_seconds + inside.unknown_seconds,
        }
        const after = computeCorrectedLevel(period, inside, status)
        assert.equal(sum(after), sum(period))
        assert.equal(after[`${status}_seconds`], outside[`${status}_seconds`] + sum(inside))
        // Applying it twice gives the same result as once.
        const whole = {
          ok_seconds: 0,
          failure_seconds: 0,
          paused_seconds: 0,
          unknown_seconds: 0,
          [`${status}_seconds`]: sum(inside),
        }
        assert.deepEqual(computeCorrectedLevel(after, whole, status), after)
      },
    ),
  )
  const months = widenToMonths(new Date('2026-10-31T23:00:00Z'), new Date('2026-11-01T00:00:00Z'))
  assert.deepEqual([months.from, months.to].map(toApiTime), ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'])
})

test('groups whose names are different stay different, in every script and in each import', () => {
  const names = ['Магазин', 'Склад', 'Shops', 'shops', 'Склад']
  const group = () => {
    const draft = createDraft('kuma', { minInterval: 60 })
    const ids = names.map(draft.ensureGroup)
    assert.deepEqual(
      draft.finish().document.groups?.map(({ name }) => name),
      names.slice(0, 4),
    )
    return ids
  }
  const ids = group()
  assert.deepEqual([new Set(ids).size, ids[4], ids[2]], [4, ids[1], 'kuma/group/shops'])
  assert.deepEqual(group(), ids)
})

test('names in a file are what the API takes, and no two are the same', () => {
  assert.equal(externalName('Sklep – Łódź (zażółć)'), 'sklep-lodz-zazolc')
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 10 }), (called) => {
      const taken = new Set<string>()
      const names = called.map((each) => freshName(each, taken))
      assert.equal(new Set(names).size, called.length)
      for (const name of names) assert.match(name, /^[A-Za-z0-9][A-Za-z0-9_./:@-]{0,254}$/)
    }),
  )
})

test('keywords become patterns that find just them', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (words, around) => {
      const pattern = new RegExp(escapePattern(words))
      assert.ok(pattern.test(`${around}${words}${around}`))
      assert.equal(pattern.test(around), around.includes(words))
    }),
  )
})

test('addresses lose their logins, headers their dangers', () => {
  assert.deepEqual(convertWebTarget('https://u:p%40@example.com/a?b#c'), {
    type_id: 'https',
    address: 'https://example.com/a?b',
    settings: { username: 'u', password: 'p@' },
  })
  assert.equal(convertWebTarget('ftp://example.com'), undefined)
  const { settings, lost } = toHeaderSettings({
    Authorization: 'Basic dTpwOnE=',
    'Transfer-Encoding': 'chunked',
    'X-A': 'b\r\nX-C: d',
    Accept: '*/*',
    Host: 'shop.example.com',
  })
  assert.deepEqual(settings, {
    username: 'u',
    password: 'p:q',
    request_headers: ['Accept: */*', 'Host: shop.example.com'],
  })
  assert.equal(lost.length, 2)
  assert.equal(convertStatusCodes(['201', '200', '202', '304', 'x']), '200-202, 304')
  assert.deepEqual(['1m30s', '500ms', '2h', 'soon'].map(parsePrometheusDuration), [90, 0.5, 7200, undefined])
  const addresses = ['https://a.example:8443/x', '[2001:db8::1]:22', 'b.example', '2001:db8::1', 'tcp://[::1]']
  assert.deepEqual(addresses.map(extractHost), ['a.example', '2001:db8::1', 'b.example', '2001:db8::1', '::1'])
})

test('the address of an installation is understood, and passwords go over no open line', () => {
  for (const written of ['wachta.example.com', 'https://wachta.example.com/', 'https://wachta.example.com/v3/'])
    assert.equal(parseApiUrl(written), 'https://wachta.example.com/v3')
  assert.equal(parseApiUrl('http://127.0.0.1:8080'), 'http://127.0.0.1:8080/v3')
  assert.throws(() => parseApiUrl('http://wachta.example.com'), /http:\/\//)
  assert.equal(parseApiUrl('http://10.0.0.1', { insecure: true }), 'http://10.0.0.1/v3')
  for (const wrong of ['ftp://x.example', 'https://u:p@x.example', 'https://'])
    assert.throws(() => parseApiUrl(wrong), CommandError)
})

test('a file stays the same when it is shown and copied, whatever is in it', () => {
  const odd = fc.constantFrom(
    '\u200f',
    '\u202e',
    '\u0085',
    '\u007f',
    '\u001b',
    '\r',
    '\n',
    '\t',
    '"',
    '\\',
    ': ',
    '#',
    ' ',
  )
  const texts = fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
  fc.assert(
    fc.property(
      texts.map((parts) => parts.join('')),
      (name) => {
        const value = { groups: [{ name, [name]: 1 }] }
        assert.deepEqual(parse(escapeControlCharacters(toYaml(value))), value)
      },
    ),
  )
})

test('times far and near are told as people say them', () => {
  const ago = (seconds: number, language: 'en' | 'pl' = 'en') =>
    formatRelativeTime(toApiTime(new Date(now.getTime() - seconds * 1000)), now, language)
  assert.deepEqual(
    [2, 40, 200, 7300, 90_000, 300_000].map((each) => ago(each)),
    ['just now', '40 s ago', '3 min ago', '2 h ago', '1 day ago', '3 days ago'],
  )
  assert.deepEqual([ago(-200), ago(200, 'pl'), ago(-90_000, 'pl')], ['in 3 min', '3 min temu', 'za 1 dzień'])
  assert.match(ago(86_400 * 100), /^2026-08-0\d$/)
  assert.deepEqual(
    [45, 60, 90, 5400, 86_400].map((each) => formatDurationText(each, 'en')),
    ['45 s', '1 min', '90 s', '1 h 30 min', '1 day'],
  )
})

test('fields have headings that people know', () => {
  const told = ['group.name', 'is_active', 'owner.username', 'sensor_ids', 'dns_server', 'service_id']
  assert.deepEqual(
    told.map((name) => getFieldLabel(name).en),
    ['Group', 'Active', 'Owner', 'Sensors', 'DNS server', 'Service ID'],
  )
  assert.equal(getFieldLabel('event.name').pl, 'Reguła alertu')
})

test('the port of a service is shown unless its type implies it', () => {
  const address = (type_id: string, host: string, port?: number) =>
    getServiceAddress({ type_id, address: host, extended_settings: port === undefined ? {} : { port } })
  assert.deepEqual(
    [
      address('tcp', 'db.example.com', 5432),
      address('tcp', '2001:db8::1', 22),
      address('https', 'shop.example.com', 443),
      address('https', 'shop.example.com', 8443),
      address('https', 'https://shop.example.com/a', 8443),
      address('dns', 'example.com', 5353),
      address('ping', '192.0.2.1'),
    ],
    [
      'db.example.com:5432',
      '[2001:db8::1]:22',
      'shop.example.com',
      'shop.example.com:8443',
      'https://shop.example.com/a',
      'example.com',
      '192.0.2.1',
    ],
  )
})

test('CSV is read back as it was, and a spreadsheet computes nothing', () => {
  const text = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.array(fc.record({ id: fc.nat(), name: text, 'a,b': text }), { minLength: 1 }), (rows) => {
      const [header, ...read] = parseCsv(formatCsvLines(rows).join('\n'))
      assert.deepEqual(header, ['id', 'name', 'a,b'])
      assert.equal(read.length, rows.length)
      for (const [index, row] of rows.entries())
        for (const [column, value] of [String(row.id), row.name, row['a,b']].entries())
          assert.ok([value, `'${value}`].includes(read[index]?.[column] ?? ''), JSON.stringify(value))
    }),
  )
  const [, formula, telephone] = formatCsvLines([{ a: '=1+1' }, { a: '+48 600 100 200' }])
  assert.deepEqual([formula, telephone], ["'=1+1", '+48 600 100 200'])
  const nested = formatCsvLines([
    { id: 1, group: { name: 'A' }, ids: [1, 2] },
    { id: 2, note: null },
  ])
  assert.deepEqual(nested, ['id,group.name,ids,note', '1,A,"[1,2]",', '2,,,'])
})

/** A CSV parser that is independent of the writer. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare)
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows
}

test('a table fits: texts on the right get shorter first, then columns are left out', () => {
  const cells = [['12', 'a'.repeat(30), 'Up', 'b'.repeat(50)]]
  const columns = [{ isNeverCut: true }, {}, { isNeverCut: true }, {}]
  const widths = (available?: number) => fitColumns(columns, cells, available)
  assert.deepEqual(widths(), [2, 30, 2, 50])
  assert.deepEqual(widths(80), [2, 30, 2, 40])
  assert.deepEqual(widths(60), [2, 26, 2, 24])
  assert.deepEqual(widths(36), [2, 14, 2, 12])
  assert.deepEqual(widths(30), [2, 22, 2, 0])
  assert.deepEqual(widths(20), [2, 16, 0, 0])
  assert.deepEqual(widths(1), [1, 0, 0, 0])
  assert.deepEqual([measureTextWidth('日本'), truncateText('日本語', 5), truncateText('Łódź', 3)], [4, '日本…', 'Łó…'])
})

test('of a long address the end is kept, where the port is', () => {
  assert.equal(truncateText('db1.internal.example.com:5432', 20, true), 'db1.internal.…m:5432')
  assert.equal(truncateText('db1.internal.example.com:5432', 20), 'db1.internal.exampl…')
})

test('a plan shows no secret of a request or a channel, and still what it is about', () => {
  const addresses = [
    { channel_id: 'slack', address: 'https://hooks.slack.com/services/T0/B0/hush' },
    { channel_id: 'pagerduty', address: 'hush-hush' },
    { channel_id: 'email', address: 'duty@example.com' },
  ]
  const settings = {
    request_headers: ['X-Key: hush', 'Cookie: a=hush: b'],
    password: 'hush',
    cookies: 'session=hush',
    steps: [{ name: 'Log in', url: '/', headers: ['X-Step: hush'] }],
  }
  const step = (section: string, action: string, changes?: object) => ({ section, action, external_id: 'a', changes })
  let shown = ''
  const write = (text: string) => {
    shown += text
  }
  const out = createOutput({ stdout: { write }, stderr: { write } }, { language: 'en' })
  const plan = [
    step('contacts', 'create'),
    step('services', 'create'),
    step('contacts', 'change', { addresses: { before: addresses, after: [] } }),
    step('services', 'change', { extended_settings: { before: { request_headers: [] }, after: settings } }),
  ]
  const data = {
    contacts: [{ external_id: 'a', name: 'A', addresses }],
    services: [{ external_id: 'a', type_id: 'https', name: 'A', address: 'a', extended_settings: settings }],
  }
  const summary = { create: 2, change: 2, delete: 0, unchanged: 0 }
  const planned = { plan, summary } as unknown as Parameters<typeof showPlan>[1]['planned']
  showPlan(out, { data, planned })
  assert.doesNotMatch(shown, /hush/)
  const headers = ['X-Key: ********', 'Cookie: ********', 'X-Step: ********']
  const told = ['https://hooks.slack.com/********', 'duty@example.com', ...headers]
  for (const each of told) assert.equal(shown.split(each).length, 3, each)
})

test('every group of commands has a description', () => {
  const groups = customerCommands.flatMap(({ path }) => {
    const words = path.split(' ').slice(0, -1)
    return words.map((_, index) => words.slice(0, index + 1).join(' '))
  })
  assert.deepEqual(
    [...new Set(groups)].filter((group) => !Object.hasOwn(customerGroups, group)),
    [],
  )
})

test('a stream of CSV loses nothing of records whose objects have different fields', () => {
  let printed = ''
  const stdout = {
    write(text: string) {
      printed += text
    },
  }
  const print = createOutput({ stdout, stderr: stdout }, { language: 'en', format: 'csv' }).stream<object>(
    [],
    (row) => row,
  )
  print({ id: 1, after: { name: 'Shop' } })
  print({ id: 2, after: { interval: 60 } })
  const [header, ...rows] = parseCsv(printed.trimEnd())
  assert.deepEqual(header, ['id', 'after'])
  assert.deepEqual(rows, [
    ['1', '{"name":"Shop"}'],
    ['2', '{"interval":60}'],
  ])
})
