import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, findTemplateProblems, renderTemplate } from '@wachta/channels'
import fc from 'fast-check'
import { countSeptets } from '../src/gsm7.ts'

const variables = new Set(['service_name', 'error_message'])
const unbounded = Number.MAX_SAFE_INTEGER
const escapes: readonly Channel['escape'][] = ['plain', 'html', 'json', 'markdown', 'mrkdwn', 'gsm7']

/** Values as a hostile server could send them: markup, our own tags, control characters, lone surrogates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<script>',
        '</p>',
        '"',
        "'",
        '&',
        '&lt',
        '\\',
        '{{service_name}}',
        '{{',
        '}}',
        '{{{',
        '\n',
        '\r\n',
      ),
      fc.constantFrom(
        '\u0000',
        '\u202e',
        '\ud83d',
        '\ude00',
        '😀',
        '`',
        '*',
        '_',
        '[a](https://b)',
        '<!channel>',
        '@all',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const faultsOf = (text: string) => findTemplateProblems(text, variables).map(({ symbol }) => symbol)

test('a template of text and known variables has no fault', () => {
  for (const text of ['', 'Hello', '{{service_name}}', '{{ service_name }}: {{\nerror_message\t}}', 'a } }} b { c']) {
    assert.deepEqual(findTemplateProblems(text, variables), [], text)
  }
})

test('an unknown variable is named, once', () => {
  assert.deepEqual(findTemplateProblems('{{colour}} {{service_name}} {{ colour }} {{constructor}}', variables), [
    { symbol: 'unknown_variable', variable: 'colour' },
    { symbol: 'unknown_variable', variable: 'constructor' },
  ])
  assert.deepEqual(faultsOf('{{service_name.length}}'), ['unknown_variable'])
  assert.deepEqual(faultsOf('{{.}}'), ['unknown_variable'])
  const [long] = findTemplateProblems(`{{${'a'.repeat(5_000)}}}`, variables)
  assert.equal(long?.variable?.length, 100)
})

test('every tag of mustache but a variable is refused', () => {
  const refused = [
    '{{#service_name}}',
    '{{/service_name}}',
    '{{^service_name}}',
    '{{>service_name}}',
    '{{{service_name}}}',
    '{{ {service_name} }}',
    '{{&service_name}}',
    '{{ & service_name }}',
    '{{!a comment}}',
    '{{=<% %>=}}',
  ]
  for (const text of refused) assert.deepEqual(faultsOf(text), ['template_not_allowed'], text)
})

test('what is not closed or empty is malformed', () => {
  for (const text of ['{{', '{{service_name', '{{service_name}', 'a {{service_name}} {{ b', '{{}}', '{{  }}', '{{{']) {
    assert.deepEqual(faultsOf(text), ['template_malformed'], text)
  }
})

test('a template has at most 10000 characters, as readers count them', () => {
  assert.deepEqual(faultsOf('a'.repeat(10_000)), [])
  assert.deepEqual(faultsOf('😀'.repeat(10_000)), [])
  assert.deepEqual(faultsOf('a'.repeat(10_001)), ['template_not_allowed'])
  assert.deepEqual(faultsOf('😀'.repeat(10_001)), ['template_not_allowed'])
})

test('a hostile template costs no more than its length', () => {
  const started = performance.now()
  for (const text of ['{{'.repeat(5_000), '{{}}'.repeat(2_500), '{{#a}}'.repeat(1_600), '{'.repeat(10_000)]) {
    findTemplateProblems(text, variables)
    renderTemplate(text, {}, { escape: 'html', maxText: 1_000 })
  }
  renderTemplate('{{a}}'.repeat(2_000), { a: '<'.repeat(100_000) }, { escape: 'html', maxText: 100_000 })
  assert.ok(performance.now() - started < 2_000)
})

test('values stand where their names stood, missing ones leave nothing', () => {
  const text = '{{service_name}}: {{ error_message }}{{missing}}{{constructor}}{{__proto__}}.'
  assert.equal(
    renderTemplate(text, { service_name: 'Shop', error_message: 'No' }, { escape: 'plain', maxText: unbounded }),
    'Shop: No.',
  )
})

test('a template that is wrong after all still makes a message', () => {
  const values = { service_name: 'Shop' }
  assert.equal(
    renderTemplate('{{service_name}} {{#a}}b{{/a}} {{{service_name}}}.', values, { escape: 'plain', maxText: 99 }),
    'Shop b .',
  )
  assert.equal(renderTemplate('{{service_name}} {{error', values, { escape: 'plain', maxText: 99 }), 'Shop {{error')
})

test('each language of a message has its own way to write a value', () => {
  const write = (value: string, escaping: Channel['escape']) =>
    renderTemplate('{{a}}', { a: value }, { escape: escaping, maxText: unbounded })
  assert.equal(write('a\r\nb\tc\u0000d\u202ee', 'plain'), 'a  b cde')
  assert.equal(write(`<a href="x">'&'</a>`, 'html'), '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;')
  assert.equal(write('"\\\n', 'json'), '\\"\\\\\\n')
  assert.equal(write('*a* [b](https://c) <@1> `d`', 'markdown'), '\\*a\\* \\[b\\]\\(https://c\\) \\<\\@1\\> \\`d\\`')
  assert.equal(write('db_main_1 _x_ a@b.example @all', 'markdown'), 'db_main_1 \\_x\\_ a@b.example \\@all')
  assert.equal(write('<!channel> a & b_c', 'mrkdwn'), '&lt;!channel&gt; a &amp; b_c')
  assert.equal(write('Zażółć „gęślą” jaźń – łódź…', 'gsm7'), 'Zazolc "gesla" jazn - lodz...')
  assert.equal(write('é ü € Москва', 'gsm7'), 'é ü € Москва')
})

test('the length of an SMS counts some characters twice', () => {
  assert.equal(countSeptets('abc'), 3)
  assert.equal(countSeptets('[€]'), 6)
  assert.equal(countSeptets('ż'), undefined)
})

test('a text that is too long ends in dots, never in half a character', () => {
  assert.equal(renderTemplate('{{a}}', { a: 'abcdefgh' }, { escape: 'plain', maxText: 8 }), 'abcdefgh')
  assert.equal(renderTemplate('{{a}}', { a: 'abcdefghi' }, { escape: 'plain', maxText: 8 }), 'abcde...')
  assert.equal(renderTemplate('{{a}}', { a: '😀😀😀😀' }, { escape: 'plain', maxText: 6 }), '😀...')
  assert.equal(renderTemplate('{{a}}', { a: '<<<<' }, { escape: 'mrkdwn', maxText: 8 }), '&lt;...')
  assert.equal(renderTemplate('abcdef', {}, { escape: 'plain', maxText: 2 }), '..')
  assert.equal(renderTemplate('abcdef', {}, { escape: 'plain', maxText: 0 }), '')
})

test('in HTML and JSON the values give way and the frame stays whole', () => {
  const values = { a: '<'.repeat(50), b: 'end' }
  assert.equal(renderTemplate('<p>{{a}}</p>', values, { escape: 'html', maxText: 20 }), '<p>&lt;&lt;...</p>')
  const body = renderTemplate('{"a":"{{a}}","b":"{{b}}"}', values, { escape: 'json', maxText: 30 })
  assert.deepEqual(JSON.parse(body), { a: `${'<'.repeat(12)}...`, b: '' })
  assert.equal(renderTemplate('<p>Hello</p>', {}, { escape: 'html', maxText: 8 }), '<p>He...')
})

test('property: no value brings markup into HTML', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.integer({ min: 80, max: 400 }), (service_name, error_message, maximum) => {
      const text = '<p title="{{service_name}}">{{error_message}}</p>'
      const html = renderTemplate(text, { service_name, error_message }, { escape: 'html', maxText: maximum })
      assert.match(html, /^<p title="[^<>"']*">[^<>"']*<\/p>$/)
      assert.doesNotMatch(html, /&(?!(?:amp|lt|gt|quot|#39);)/)
    }),
  )
})

test('property: no value breaks JSON, and one that fits is read back as it was', () => {
  fc.assert(
    fc.property(hostile, hostile, fc.integer({ min: 40, max: 400 }), (service_name, error_message, maximum) => {
      const text = '{"name":"{{service_name}}","message":"{{error_message}}"}'
      const values = { service_name, error_message }
      const cut = JSON.parse(renderTemplate(text, values, { escape: 'json', maxText: maximum }))
      assert.deepEqual(Object.keys(cut), ['name', 'message'])
      const whole = JSON.parse(renderTemplate(text, values, { escape: 'json', maxText: unbounded }))
      assert.deepEqual(whole, { name: service_name.toWellFormed(), message: error_message.toWellFormed() })
    }),
  )
})

test('property: a value is never read as a template', () => {
  const secret = 'TOP-SECRET'
  fc.assert(
    fc.property(hostile, fc.constantFrom(...escapes), (error_message, escaping) => {
      const tags = ['{{service_name}}', '{{{service_name}}}', '{{&service_name}}', '{{', '}}']
      for (const tag of tags) {
        const values = { error_message: `${error_message}${tag}`, service_name: secret }
        assert.ok(
          !renderTemplate('{{error_message}}', values, { escape: escaping, maxText: unbounded }).includes(secret),
        )
        assert.ok(
          !renderTemplate('{{error_message}}service_name}}', values, { escape: escaping, maxText: unbounded }).includes(
            secret,
          ),
        )
      }
    }),
  )
})

test('property: the text is never longer than allowed and always well formed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(hostile, fc.constantFrom('{{service_name}}', '{{error_message}}')), { maxLength: 6 }),
      hostile,
      fc.constantFrom(...escapes),
      fc.integer({ min: 0, max: 120 }),
      (parts, value, escaping, maximum) => {
        const values = { service_name: value, error_message: value }
        const rendered = renderTemplate(parts.join(''), values, { escape: escaping, maxText: maximum })
        assert.ok(rendered.length <= maximum, `${rendered.length} > ${maximum}`)
        assert.ok(rendered.isWellFormed())
      },
    ),
  )
})

test('property: outside JSON a value stays on one line and has no control characters', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom(...escapes.filter((escaping) => escaping !== 'json')), (value, escaping) => {
      assert.doesNotMatch(
        renderTemplate('{{a}}', { a: value }, { escape: escaping, maxText: unbounded }),
        /[\p{Cc}\u2028\u2029\u202a-\u202e]/u,
      )
    }),
  )
})

test('property: in markdown every character with a meaning has its backslash', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const rendered = renderTemplate('{{a}}', { a: value }, { escape: 'markdown', maxText: unbounded })
      assert.doesNotMatch(rendered.replace(/\\[^\p{L}\p{N}\s]/gu, ''), /[\\`*~|[\]()<>]/)
    }),
  )
})

test('the properties would see an evaluator that escapes nothing or reads values again', () => {
  const naive = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_tag, name: string) => values[name] ?? '')
  const seesMarkup = fc.check(fc.property(hostile, (a) => /^<p>[^<>"']*<\/p>$/.test(naive('<p>{{a}}</p>', { a }))))
  assert.ok(seesMarkup.failed)
  const seesJson = fc.check(fc.property(hostile, (a) => JSON.parse(naive('{"a":"{{a}}"}', { a })).a === a))
  assert.ok(seesJson.failed)
  const twice = (values: Readonly<Record<string, string>>) => naive(naive('{{a}}', values), values)
  const seesSecondReading = fc.check(
    fc.property(hostile, (a) => !twice({ a, service_name: 'S3CR3T' }).includes('S3CR3T')),
  )
  assert.ok(seesSecondReading.failed)
})
