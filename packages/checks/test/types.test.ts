import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import { artifactTypes } from '@wachta/api/src/features/dictionaries/artifact-types.ts'
import { serviceTypeCategories } from '@wachta/api/src/features/dictionaries/service-type-categories.ts'
import {
  buildSettingsSchema,
  type CheckSettings,
  type CheckType,
  canRun,
  changesDestination,
  checkTypes,
  defineCheckType,
  describeSettings,
  fillDefaultSettings,
  findCheckType,
  getDefaultSettings,
  isScriptName,
  listSecretSettingKeys,
  type Setting,
  settingEditors,
  settingsFormats,
} from '@wachta/checks'
import { languages } from '@wachta/domain'
import { Ajv } from 'ajv'
import fc from 'fast-check'

const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true })
for (const [name, validate] of Object.entries(settingsFormats)) ajv.addFormat(name, { type: 'string', validate })

const categories = serviceTypeCategories.entries.map(({ id }) => id)
const artifacts = artifactTypes.entries.map(({ id }) => id)

/** Words that are the same in both languages. */
const properNames = new Set(['Ping', 'Port'])

/** The required settings of types that have any. */
const least: Readonly<Record<string, CheckSettings>> = {
  tcp: { port: 5432 },
  http_scenario: { steps: [{ name: 'Open', url: '/' }] },
  browser_scenario: { steps: [{ name: 'Open', actions: [{ open: '/' }] }] },
}

/** Lists everything that is wrong with a registry of types. */
function contractFaults(types: readonly CheckType[]): string[] {
  const ids = types.map(({ id }) => id)
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: duplicate id`),
    ...types.flatMap((type) => typeFaults(type).map((fault) => `${type.id}: ${fault}`)),
  ]
}

function typeFaults(type: CheckType): string[] {
  const { id, name, description, addressFormat, settings } = type
  const takes = ajv.compile(buildSettingsSchema(type))
  const given = least[id] ?? {}
  const full = fillDefaultSettings(type, given)
  const required = keysOf(settings, (setting) => setting.required)
  const optional = keysOf(settings, (setting) => !setting.required)
  const rules: Readonly<Record<string, boolean>> = {
    'malformed id': /^[a-z][a-z0-9_]*$/.test(id),
    'unknown category': categories.includes(type.category),
    'unknown artifact type': type.artifactTypes.every((artifact) => artifacts.includes(artifact)),
    'no artifact type, or one twice':
      type.artifactTypes.length > 0 && new Set(type.artifactTypes).size === type.artifactTypes.length,
    'interval out of bounds': Number.isInteger(type.defaultInterval) && between(type.defaultInterval, 10, 7 * 86_400),
    'steps without a setting for them': type.supportsSteps === 'steps' in settings,
    'default against the schema': takes(full),
    'setting not in the full object': same(Object.keys(full), Object.keys(settings)),
    'full object changed when sent back': same(fillDefaultSettings(type, full), full),
    'given setting lost': Object.entries(given).every(([key, value]) => full[key] === value),
    'unknown key taken': !takes({ ...given, no_such_setting: null }),
    'null refused': takes({ ...given, ...Object.fromEntries(optional.map((key) => [key, null])) }),
    'null does not mean the default': same(
      fillDefaultSettings(type, Object.fromEntries(optional.map((key) => [key, null]))),
      getDefaultSettings(type),
    ),
    'required setting that may be left out or null': required.every((key) => {
      const rest = Object.entries(given).filter(([name]) => name !== key)
      return !takes(Object.fromEntries(rest)) && !takes({ ...given, [key]: null })
    }),
    'alternative that is required or no setting': (type.alternatives ?? []).every(
      (key) => settings[key]?.required === false,
    ),
    'secret with a default': listSecretSettingKeys(type).every((key) => settings[key]?.default === null),
    'secret that is not said to be one': optional.every(
      (key) => !/(?:password|token|secret|api_key)$/.test(key) || settings[key]?.isSecret,
    ),
    'open object in the schema': openObjects(buildSettingsSchema(type)) === 0,
    'unbounded text or list in the schema': unbounded(buildSettingsSchema(type)) === 0,
    // The request validator rejects longer texts without trying the pattern; see `maxMatchedLength` there.
    'pattern on a text too long for it': nested(buildSettingsSchema(type)).every(
      (part) => !('pattern' in part && ofType(part, 'string')) || Number(part['maxLength']) <= 4096,
    ),
    'schema that is not plain JSON': same(
      JSON.parse(JSON.stringify(buildSettingsSchema(type))),
      buildSettingsSchema(type),
    ),
    'text missing or not translated': [name, description, addressFormat, ...settingNames(settings)].every(
      (text) =>
        languages.every((language) => text[language] !== '' && text[language] === text[language].trim()) &&
        (text.pl !== text.en || properNames.has(text.pl)),
    ),
    'sentence without an end': [description, addressFormat].every((text) =>
      languages.every((language) => text[language].endsWith('.')),
    ),
    'formats that leave a key out': languages.every((language) =>
      same(
        describeSettings(type, language).map(({ key }) => key),
        Object.keys(settings),
      ),
    ),
    'settings without a section or an editor': describeSettings(type, 'en').every(
      ({ section, editor }) => section.name !== '' && section.position >= 0 && settingEditors.includes(editor),
    ),
    'secrets shown outside of the authentication': Object.values(settings).every(
      ({ isSecret, section, editor }) => !isSecret || (section === 'authentication' && editor === 'secret'),
    ),
    'sensors without their settings': (type.category === 'sensorless') !== 'error_tolerance' in settings,
    'nothing runs it': canRun(type),
    'example missing': type.examples.good.length > 0 && type.examples.bad.length > 0,
    'good example refused': type.examples.good.every((address) => type.validateAddress(address) === undefined),
    'bad example taken': type.examples.bad.every((address) => type.validateAddress(address) !== undefined),
    changeable: [type, settings, type.examples, ...Object.values(settings)].every(Object.isFrozen),
  }
  return Object.entries(rules)
    .filter(([, kept]) => !kept)
    .map(([fault]) => fault)
}

const between = (value: number, low: number, high: number) => value >= low && value <= high
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const settingNames = (settings: CheckType['settings']) => Object.values(settings).map(({ name }) => name)
const keysOf = (settings: CheckType['settings'], which: (setting: Setting) => boolean) =>
  Object.entries(settings)
    .filter(([, setting]) => which(setting))
    .map(([key]) => key)

type Json = Readonly<Record<string, unknown>>
const nested = (value: unknown): Json[] =>
  typeof value !== 'object' || value === null ? [] : [value as Json, ...Object.values(value).flatMap(nested)]
const ofType = (schema: Json, type: string) =>
  schema['type'] === type || Object.values(schema['type'] ?? {}).includes(type)
const openObjects = (schema: object) =>
  nested(schema).filter((part) => ofType(part, 'object') && part['additionalProperties'] !== false).length
const unbounded = (schema: object) =>
  nested(schema).filter(
    (part) =>
      (ofType(part, 'string') && !('maxLength' in part || 'enum' in part)) ||
      (ofType(part, 'array') && !('maxItems' in part)) ||
      (ofType(part, 'integer') && !('maximum' in part && 'minimum' in part)),
  ).length

test('every type keeps the contract', () => {
  assert.deepEqual(contractFaults(checkTypes), [])
})

test('the contract catches a type that breaks it', () => {
  const http = known('http')
  const { run: _, ...idle } = http
  const timeout = setting(http, 'timeout')
  const broken = (changes: Partial<CheckType>): string[] => contractFaults([{ ...http, ...changes }])
  const withSetting = (key: string, changes: Partial<Setting>) =>
    broken({ settings: { ...http.settings, [key]: { ...setting(http, key), ...changes } } })

  assert.deepEqual(contractFaults([http, http]), ['http: duplicate id'])
  assert.deepEqual(broken({}), ['http: changeable'])
  const tcp = known('tcp')
  const nullablePort = { ...setting(tcp, 'port'), schema: timeout.schema }
  assert.deepEqual(contractFaults([{ ...tcp, settings: { ...tcp.settings, port: nullablePort } }]), [
    'tcp: required setting that may be left out or null',
    'tcp: changeable',
  ])
  for (const [fault, found] of [
    ['malformed id', broken({ id: 'Http' })],
    ['no artifact type, or one twice', broken({ artifactTypes: [] })],
    ['nothing runs it', contractFaults([idle])],
    ['example missing', broken({ examples: { good: [], bad: [] } })],
    ['unknown category', broken({ category: 'submarine' })],
    ['unknown artifact type', broken({ artifactTypes: ['rumour'] })],
    ['interval out of bounds', broken({ defaultInterval: 0 })],
    ['steps without a setting for them', broken({ supportsSteps: true })],
    ['alternative that is required or no setting', broken({ alternatives: ['rumour'] })],
    ['default against the schema', withSetting('timeout', { default: 7 })],
    ['null refused', withSetting('timeout', { schema: { ...timeout.schema, type: 'integer' } })],
    ['unbounded text or list in the schema', withSetting('timeout', { schema: { type: ['integer', 'null'] } })],
    ['open object in the schema', withSetting('timeout', { schema: { type: ['object', 'null', 'integer'] } })],
    [
      'pattern on a text too long for it',
      withSetting('username', { schema: { ...setting(http, 'username').schema, maxLength: 4097 } }),
    ],
    ['secret with a default', withSetting('password', { default: 'secret' })],
    ['secret that is not said to be one', withSetting('password', { isSecret: false })],
    ['text missing or not translated', broken({ name: { pl: 'The same', en: 'The same' } })],
    ['sentence without an end', broken({ description: { pl: 'Bez kropki', en: 'No full stop' } })],
    ['good example refused', broken({ examples: { good: ['not a host'], bad: [''] } })],
    ['bad example taken', broken({ examples: { good: ['example.com'], bad: ['example.com'] } })],
    ['sensors without their settings', broken({ category: 'sensorless' })],
  ] as const) {
    assert.ok(
      found.some((line) => line.endsWith(`: ${fault}`)),
      `${fault}: ${found.join('; ')}`,
    )
  }
})

test('a malformed id or key is refused where it is defined', () => {
  const { id, ...http } = known('http')
  for (const malformed of ['', 'Http', 'http-2', '_http', 'http_', '__proto__', 'ht tp']) {
    assert.throws(() => defineCheckType(malformed, http), /malformed/)
    assert.throws(() =>
      defineCheckType(id, { ...http, settings: { [malformed || ' ']: setting(known('http'), 'port') } }),
    )
  }
  assert.equal(defineCheckType(id, http).id, 'http')
})

test('the types that clients may use are there, in their order, before newer ones', () => {
  const released = (
    'http https ping dns smtp_helo fullpage fullpagehttps tcp tls_certificate smtp imap pop3 ftp ssh websocket ' +
    'grpc_health domain_expiry heartbeat http_scenario browser_scenario vendor_status'
  ).split(' ')
  assert.deepEqual(checkTypes.map(({ id }) => id).slice(0, released.length), released)
  for (const type of checkTypes) assert.equal(findCheckType(type.id), type)
  assert.equal(findCheckType('gopher'), undefined)
  assert.equal(findCheckType('constructor'), undefined)
})

test('known settings keep their names, types and defaults', () => {
  const knownSettings: readonly (readonly [ids: string, key: string, type: string, byDefault: unknown])[] = [
    ['http https ping dns smtp_helo fullpage fullpagehttps', 'error_tolerance', 'integer', 51],
    ['http https ping dns smtp_helo fullpage fullpagehttps', 'sensors_failover', 'boolean', true],
    ['http', 'port', 'integer', 80],
    ['https', 'port', 'integer', 443],
    ['http https', 'timeout', 'integer', 7000],
    ['http https', 'http_method', 'string', 'GET'],
    ['http https', 'content_regex', 'string', null],
    ['http https', 'negative_content_regex', 'string', null],
    ['http https', 'content_type', 'string', null],
    ['http https', 'content', 'string', null],
    ['ping', 'bytes_to_send', 'integer', 64],
    ['ping', 'reply_timeout', 'integer', 3000],
  ]
  for (const [ids, key, type, byDefault] of knownSettings) {
    for (const id of ids.split(' ')) {
      const format = describeSettings(known(id), 'en').find((published) => published.key === key)
      assert.deepEqual([format?.type, format?.default], [type, byDefault], `${id}.${key}`)
    }
  }
})

test('what clients are known to send is taken', () => {
  assert.ok(
    accepts('https', {
      error_tolerance: 51,
      sensors_failover: true,
      port: 443,
      timeout: 7000,
      http_method: 'POST',
      content_regex: 'OK',
      negative_content_regex: 'BAD',
      content_type: 'application/json',
      content: '{}',
    }),
  )
  assert.ok(accepts('ping', { bytes_to_send: 64, reply_timeout: 3000, error_tolerance: null, sensors_failover: null }))
  assert.ok(!accepts('ping', { port: 80 }))
  assert.ok(!accepts('https', { timeout: '7000' }))
  assert.ok(!accepts('https', { error_tolerance: 101 }))
  for (const id of ['http', 'https', 'ping', 'dns', 'smtp_helo', 'fullpage', 'fullpagehttps']) {
    assert.equal(known(id).validateAddress('example.com'), undefined, id)
  }
})

test('types that clients may know hold nothing but numbers, flags, texts and null until more is set', () => {
  for (const id of ['http', 'https', 'ping', 'dns', 'smtp_helo', 'fullpage', 'fullpagehttps']) {
    for (const [key, value] of Object.entries(fillDefaultSettings(known(id), {}))) {
      assert.ok(value === null || typeof value !== 'object', `${id}.${key}`)
    }
  }
})

test('each kind of value has the editor that forms need', () => {
  const editorOf = (id: string, key: string) =>
    describeSettings(known(id), 'en').find((format) => format.key === key)?.editor
  const editors = [
    ['https', 'timeout', 'number'],
    ['https', 'http_method', 'choice'],
    ['https', 'content', 'long_text'],
    ['https', 'follow_redirects', 'switch'],
  ] as const
  for (const [id, key, editor] of editors) assert.equal(editorOf(id, key), editor, `${id}.${key}`)
})

test('a setting is published as the API says', () => {
  const published = (id: string, key: string, language: 'pl' | 'en') =>
    describeSettings(known(id), language).find((format) => format.key === key)
  const nothing = { default: null, minimum: null, maximum: null, pattern: null, enum: null, is_secret: false }
  assert.deepEqual(published('https', 'timeout', 'pl'), {
    ...nothing,
    key: 'timeout',
    name: 'Limit czasu (ms)',
    type: 'integer',
    default: 7000,
    minimum: 100,
    maximum: 60_000,
    section: { id: 'limits', name: 'Limity', position: 7 },
    editor: 'number',
    presets: [],
  })
  assert.deepEqual(published('https', 'http_method', 'en'), {
    ...nothing,
    key: 'http_method',
    name: 'HTTP method',
    type: 'string',
    default: 'GET',
    enum: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    section: { id: 'request', name: 'Request', position: 2 },
    editor: 'choice',
    presets: [],
  })
  assert.equal(published('https', 'password', 'en')?.is_secret, true)
  assert.deepEqual(listSecretSettingKeys(known('https')), ['password', 'bearer_token', 'api_key'])
  assert.deepEqual(listSecretSettingKeys(known('ping')), [])
})

test('a regular expression must be one, and not too long', () => {
  for (const good of ['OK', '^a.*b$', '(?<year>\\d{4})', 'a'.repeat(1000)]) {
    assert.ok(accepts('http', { content_regex: good }), good)
  }
  for (const bad of ['(', '[a', '*', '', 'a{2,1}', 'a'.repeat(1001), '(?=a)', '(?<!a)b', '(a)\\1', '(?<y>a)\\k<y>']) {
    assert.ok(!accepts('http', { content_regex: bad }), bad)
    assert.ok(
      !accepts('http_scenario', { steps: [{ name: 'a', url: '/', assertions: [{ content_regex: bad }] }] }),
      bad,
    )
  }
})

test('no text can end a line of a protocol', () => {
  const lineEnds = ['\r\n', '\n', '\r', '\u0000', '\u0085', '\u2028']
  const oneLine: readonly (readonly [id: string, key: string, text: string])[] = [
    ['http', 'username', 'anna'],
    ['http', 'password', 'secret'],
    ['http', 'bearer_token', 'secret'],
    ['http', 'api_key', 'secret'],
    ['http', 'api_key_header', 'X-Key'],
    ['http', 'content_type', 'text/plain'],
    ['http', 'expected_status_codes', '200'],
    ['http', 'expected_content_type', 'text/plain'],
    ['smtp', 'sender_address', 'anna@example.com'],
    ['smtp', 'recipient_address', 'jan@example.com'],
    ['smtp_helo', 'helo_name', 'mail.example.com'],
    ['imap', 'username', 'anna'],
    ['ftp', 'password', 'secret'],
    ['tls_certificate', 'hostname', 'example.com'],
    ['websocket', 'subprotocol', 'mqtt'],
    ['grpc_health', 'service', 'shop.Cart'],
    ['dns', 'dns_server', '192.0.2.53'],
    ['browser_scenario', 'user_agent', 'Mozilla/5.0'],
  ]
  for (const [id, key, text] of oneLine) {
    assert.ok(accepts(id, { [key]: text }), `${id}.${key}`)
    for (const end of lineEnds) {
      for (const bad of [`${text}${end}`, `${end}${text}`, `${text}${end}${text}`]) {
        assert.ok(!accepts(id, { [key]: bad }), `${id}.${key}: ${JSON.stringify(bad)}`)
      }
    }
  }
  for (const end of lineEnds) {
    assert.ok(!accepts('http', { request_headers: [`Accept: a${end}Host: b`] }))
    assert.ok(!accepts('http_scenario', { steps: [{ name: 'a', url: '/', headers: [`Accept: a${end}Host: b`] }] }))
    assert.ok(!accepts('http_scenario', { steps: [{ name: 'a', url: `/${end}b` }] }))
  }
})

test('headers are headers, do not cut a request in two and carry no open credentials', () => {
  const accepted = (header: string) => accepts('http', { request_headers: [header] })
  for (const good of ['Accept: text/html', 'Host: www.example.com', 'X-Empty:', 'Cookie: consent=1', 'Te-st: 1']) {
    assert.ok(accepted(good), good)
  }
  for (const bad of [
    'Accept',
    'Accept : a',
    ': a',
    'Na me: a',
    'Accept: ł',
    'Transfer-Encoding: chunked',
    'CONTENT-LENGTH: 0',
    'Authorization: Bearer a',
    'aUTHORIZATION: Basic a',
  ]) {
    assert.ok(!accepted(bad), bad)
  }
  assert.ok(!accepts('http', { api_key_header: 'Transfer-Encoding' }))
  assert.ok(accepts('http', { api_key_header: 'Authorization', api_key: 'Token a' }))
  for (const id of ['fullpage', 'fullpagehttps']) {
    for (const good of ['Accept: text/html', 'X-Host: a', 'Secret: 1', 'Accept-Language: pl', 'User-Agent: a'])
      assert.ok(accepts(id, { request_headers: [good] }), good)
    for (const bad of [
      ...['Host: a', 'Cookie: a=b', 'DNT: 1', 'Sec-Fetch-Mode: cors', 'Proxy-Connection: a', 'REFERER: a', 'Te: a'],
      ...['Access-Control-Request-Method: GET', 'Accept-Encoding: br', 'Authorization: Bearer a', 'Accept'],
    ])
      assert.ok(!accepts(id, { request_headers: [bad] }), bad)
  }
  const step = { name: 'a', url: '/', headers: ['Authorization: Bearer {{token}}'] }
  assert.ok(accepts('http_scenario', { steps: [step] }))
  assert.ok(!accepts('http_scenario', { steps: [{ ...step, headers: ['Connection: close'] }] }))
})

test('status codes and JSON paths are read before they are kept', () => {
  for (const good of ['200', '200-399', '200-299, 304', '200,201,404']) {
    assert.ok(accepts('http', { expected_status_codes: good }), good)
  }
  for (const bad of ['', '600', '2xx', '200-', '200;201', '200,', ' 200']) {
    assert.ok(!accepts('http', { expected_status_codes: bad }), bad)
  }
  for (const good of ['$', '$.status', '$.items[0].name', "$['a b'][3]"]) {
    assert.ok(accepts('http', { json_path: good }), good)
  }
  for (const bad of ['status', '$..status', '$.', '$[?(@.a)]', "$['a", '$[-1]']) {
    assert.ok(!accepts('http', { json_path: bad }), bad)
  }
})

test('an HTTP scenario is a list of closed steps', () => {
  const step = {
    name: 'Log in',
    method: 'POST',
    url: '/login',
    headers: ['Content-Type: application/json'],
    body: '{"user": "{{username}}", "password": "{{password}}"}',
    assertions: [
      { status_codes: '200' },
      { header: { name: 'Server', regex: 'nginx' } },
      { json: { path: '$.ok', value: 'true' } },
    ],
    extract: [{ variable: 'session', json_path: '$.session' }],
  }
  const takes = (changes: object) => accepts('http_scenario', { steps: [{ ...step, ...changes }] })
  assert.ok(takes({}))
  assert.ok(takes({ url: 'https://www.example.com/a?b={{session}}' }))
  for (const changes of [
    { name: '' },
    { method: 'TRACE' },
    { script: 'process.exit()' },
    { assertions: [{}] },
    { assertions: [{ status_codes: '200', content_regex: 'OK' }] },
    { assertions: [{ header: { name: 'Server' } }] },
    { extract: [{ variable: 'session' }] },
    { extract: [{ json_path: '$.session' }] },
    { extract: [{ variable: 'password', json_path: '$.session' }] },
    ...forbiddenTargets.map((url) => ({ url })),
  ]) {
    assert.ok(!takes(changes), JSON.stringify(changes))
  }
  assert.ok(accepts('http_scenario', { steps: Array(50).fill(step) }))
  assert.ok(!accepts('http_scenario', { steps: Array(51).fill(step) }))
  assert.ok(!accepts('http_scenario', { steps: [] }))
})

test('a browser scenario is a list of closed steps without scripts', () => {
  const takes = (...actions: object[]) => accepts('browser_scenario', { steps: [{ name: 'Log in', actions }] })
  assert.ok(
    takes(
      { open: '/login' },
      { fill: { selector: '#user', value: '{{username}}' } },
      { fill: { selector: '#password', value: '{{password}}' } },
      { press: 'Control+A' },
      { click: 'button[type=submit]' },
      { wait_for: '#balance' },
      { expect_text: 'Saldo' },
      { expect_url: '/account$' },
    ),
  )
  assert.ok(!takes())
  for (const action of [
    {},
    { evaluate: 'alert(1)' },
    { upload: '/etc/passwd' },
    { open: '/', click: '#a' },
    { fill: { selector: '#user' } },
    { fill: { selector: '#user', value: 'a', file: '/etc/passwd' } },
    ...forbiddenTargets.map((open) => ({ open })),
  ]) {
    assert.ok(!takes(action), JSON.stringify(action))
  }
  assert.ok(!accepts('browser_scenario', { steps: [{ name: 'Log in', actions: [{ open: '/' }], script: 'a' }] }))
})

test('a script is a file below the directory of scripts', () => {
  for (const script of ['shop.spec.ts', 'shop/log-in_2.spec.ts', '.a/..b', 'a..', '...', 'a/.../b'])
    assert.ok(accepts('browser_scenario', { script }) && isScriptName(script), script)
  for (const script of [
    ...[
      '',
      '.',
      '..',
      '../a',
      'a/..',
      'a/../b',
      './a',
      'a/./b',
      '/a',
      'a/',
      'a//b',
      'a b',
      'a\\b',
      'a\n',
      'a\u0000',
      'ą',
    ],
    ...['$(id)', 'a;b', 'C:a', `${'a'.repeat(256)}`],
  ])
    assert.ok(!accepts('browser_scenario', { script }) && !isScriptName(script), script)
})

const forbiddenTargets = [
  '',
  'login',
  'file:///etc/passwd',
  'chrome://version',
  'javascript:alert(1)',
  'data:text/html,a',
  'ftp://example.com/',
  'https://user:password@example.com/',
  '//user:password@example.com/',
  '/\\example.com',
  'https://exam ple.com/',
  '{{url}}',
]

test('what is wrong with an address is said in both languages', () => {
  const kinds: readonly (readonly [id: string, address: string, kind: string])[] = [
    ['https', '', 'empty'],
    ['https', `example.com/${'a'.repeat(2048)}`, 'too_long'],
    ['https', 'http://example.com', 'scheme'],
    ['https', 'example.com/a b', 'spaces'],
    ['https', 'https://user:password@example.com', 'credentials'],
    ['https', 'https://-example.com', 'host'],
    ['https', 'https://[::1', 'host'],
    ['https', 'example.com:port', 'port'],
    ['ping', 'example.com:7', 'unneeded_port'],
    ['ping', 'example.com/a', 'path'],
    ['domain_expiry', 'example', 'domain'],
    ['domain_expiry', 'https://example.com', 'scheme'],
    ['heartbeat', 'a\u0000b', 'control_characters'],
  ]
  for (const [id, address, kind] of kinds) {
    const fault = known(id).validateAddress(address)
    assert.equal(fault?.kind, kind, `${id} ${JSON.stringify(address.slice(0, 40))}`)
    assert.notEqual(fault?.message.pl, fault?.message.en)
  }
  assert.match(known('https').validateAddress('http://example.com')?.message.en ?? '', /begins with https:\/\/ or/)
})

test('whatever is written as an address, the answer is a fault or a host that can be asked for', () => {
  const piece = fc.constantFrom(
    ...'aZ0.-_:/?#@%[]\\ \n\u0000ł'.split(''),
    '://',
    'http',
    'ping',
    '::1',
    'example.com',
    '0x7f',
  )
  const addresses = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 8 }).map((all) => all.join('')),
  )
  let taken = 0
  fc.assert(
    fc.property(addresses, (address) => {
      for (const { validateAddress: faultOf } of checkTypes)
        assert.ok(faultOf(address) === undefined || faultOf(address)?.message.en)
      if (known('ping').validateAddress(address) !== undefined) return
      taken += 1
      const host = address.replace(/^ping:\/\//i, '').replace(/\/$/, '')
      assert.match(new URL(`http://${isIPv6(host) ? `[${host}]` : host}`).hostname, /^[a-z0-9_[]/)
    }),
    { numRuns: 2000 },
  )
  assert.ok(taken > 50, `${taken} taken`)
})

test('no pattern of ours takes long over a text made to be hard', () => {
  const patterns = new Set(
    checkTypes.flatMap((type) =>
      nested(buildSettingsSchema(type)).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])),
    ),
  )
  assert.ok(patterns.size >= 10, `${patterns.size} patterns`)
  for (const pattern of patterns) {
    const slowest = Math.max(...hardTexts(4096).map((text) => processorTime(pattern, text)))
    assert.ok(slowest < patience, `${pattern}: ${slowest} ms`)
  }
  assert.ok(hardTexts(24).some((text) => processorTime('^(?:a+)+$', text) > patience))
})

/** The limit of CPU time in milliseconds, which does not depend on other load of the machine. */
const patience = 100

const hardTexts = (length: number) =>
  [
    'a',
    'A',
    '0',
    '-',
    '.',
    ':',
    ' ',
    '/',
    '200,',
    '200-299, ',
    'a: ',
    '.a',
    '[0]',
    "['a']",
    '{{a}}',
    'http://a',
    'a_',
    'a+',
  ].flatMap((part) =>
    ['', '$', 'a:', '/', 'https://'].map((start) => `${(start + part.repeat(length)).slice(0, length)}\n`),
  )

function processorTime(pattern: string, text: string): number {
  const expression = new RegExp(pattern, 'u')
  const start = process.cpuUsage()
  expression.test(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function known(id: string): CheckType {
  const type = findCheckType(id)
  assert.ok(type, id)
  return type
}

function setting(type: CheckType, key: string): Setting {
  const found = type.settings[key]
  assert.ok(found, key)
  return found
}

const compiled = new Map(checkTypes.map((type) => [type.id, ajv.compile(buildSettingsSchema(type))]))

const accepts = (id: string, settings: CheckSettings): boolean =>
  compiled.get(id)?.({ ...least[id], ...settings }) ?? false

test('what decides where secrets go is told from what judges an answer', () => {
  const https = findCheckType('https')
  assert.ok(https)
  const settings = getDefaultSettings(https)
  const leads = (change: object) => changesDestination(https, settings, { ...settings, ...change })
  for (const change of [
    { port: 8443 },
    { verify_certificate: false },
    { api_key_header: 'X' },
    { follow_redirects: false },
  ])
    assert.ok(leads(change), JSON.stringify(change))
  for (const change of [{}, { timeout: 1 }, { content_regex: 'x' }, { error_tolerance: 1 }, { password: 'new' }])
    assert.ok(!leads(change), JSON.stringify(change))
})
