import type { Operation } from '@wachta/resource'
import type { Random } from './random.ts'
import { pickOddText } from './strings.ts'
import type { CallerName, World } from './world.ts'

/** Credentials, media types, and sometimes malformed headers. */
export function createHeaders(
  caller: CallerName,
  hasBody: boolean,
  operation: Operation,
  random: Random,
  world: World,
): [string, string][] {
  const headers: [string, string][] = []
  const authorization = world.authorization[caller]
  if (random.chance(0.025)) headers.push(['authorization', pickStrangeAuthorization(random, world)])
  else if (authorization !== undefined) headers.push(['authorization', authorization])
  if (hasBody && random.chance(0.98))
    headers.push(['content-type', random.chance(0.96) ? 'application/json' : random.pick(contentTypes)])
  // Each request has another IP address, because otherwise the rate limit of one address would apply.
  if (operation.access === 'public' && operation.method === 'POST')
    headers.push(['x-forwarded-for', `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`])
  if (random.chance(0.08)) headers.push(random.pick(oddHeaders)(random))
  return headers
}

const contentTypes = [
  '',
  'text/plain',
  'text/json',
  'application/jsonx',
  'application/json;charset=latin1',
  'application/json; charset="utf-8"',
  'APPLICATION/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json, text/html',
  '*/*',
  ';',
  'application/',
  '\u00ff\u00fe',
  `application/${'x'.repeat(2000)}`,
]

const oddHeaders: readonly ((random: Random) => [string, string])[] = [
  (random) => ['idempotency-key', random.pick(['key-1', 'key-2', 'key-3', 'key-4', '~'.repeat(255)])],
  (random) => ['idempotency-key', random.pick(['', ' ', 'a b', 'é', 'x'.repeat(256), 'a\tb', 'x'.repeat(8000)])],
  (random) => [
    'x-request-id',
    random.pick([
      'abcdefgh',
      'a',
      'x\\r\\nSet-Cookie: a=b',
      '%0d%0aX: y',
      '\u00e5\u008d\u008a',
      '../../x',
      '<script>',
      'x'.repeat(65),
      '{"a":1}',
      '',
    ]),
  ],
  (random) => [
    'x-forwarded-for',
    random.pick([
      '',
      ',',
      'unknown',
      '1.2.3.4, 5.6.7.8',
      '::1',
      '::ffff:1.2.3.4',
      'fe80::1%eth0',
      '999.1.1.1',
      "'; drop table session; --",
      'x'.repeat(5000),
      '1.2.3.4:80',
      '[::1]:80',
      '\u00ff',
      ':::::',
      '1::2::3',
      '127.0.0.1, 127.0.0.1',
      '::',
      '1:2:3:4:5:6:7:8:9',
    ]),
  ],
  (random) => [
    'accept-language',
    random.pick([
      'pl',
      'pl-PL,en;q=0.5',
      'de',
      '*',
      ';q=',
      'pl;q=9e999',
      'pl;q=..',
      ',,,',
      'en;q=0',
      'x'.repeat(10_000),
      'pl;q=1;q=2',
      '__proto__',
      'constructor',
    ]),
  ],
  (random) => ['accept', random.pick(['text/html', '', '*/*;q=x', 'application/xml'])],
  (random) => [
    random.pick([
      'x-http-method-override',
      'x-original-url',
      'x-forwarded-host',
      'origin',
      'cookie',
      'range',
      'if-none-match',
      'accept-version',
      'upgrade-insecure-requests',
      'forwarded',
    ]),
    random.pick(['DELETE', '/v3/admin/accounts', 'evil.example', 'null', '*', 'bytes=0-']),
  ],
]

function pickStrangeAuthorization(random: Random, { basic, authorization }: World): string {
  const encodeBasic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const toHeaderText = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '\u00bf')
  return random.pick([
    () => basic,
    () =>
      random.pick([
        '',
        ' ',
        'Basic',
        'Basic ',
        'Bearer',
        'Bearer ',
        'bearer  x',
        'Digest a=b',
        'Negotiate',
        'null',
        `Bearer ${'0'.repeat(32)}`,
        `Bearer ${'f'.repeat(33)}`,
        `Bearer ${'A'.repeat(32)}`,
        'Bearer ../../x',
        'Basic !!!',
        'Basic ====',
        'Basic \u00ff',
        'Bearer \u00e9',
      ]),
    () =>
      encodeBasic(
        random.pick([
          '',
          ':',
          'a',
          ':b',
          'a:',
          'a\0b:c',
          'a:b\0c',
          '\0:\0',
          `${'u'.repeat(3000)}:x`,
          `u:${'p'.repeat(1900)}`,
          'Łukasz:hasło',
          "' or 1=1 --:x",
        ]),
      ),
    () => `Basic ${Buffer.from([0xff, 0x3a, 0xc3, 0x28]).toString('base64')}`,
    () => `${String(authorization.owner)} ${random.pick(['x', ', Basic a'])}`,
    () => String(authorization.owner).slice(0, -1),
    () => `Bearer wak_${random.pick(['', 'x'.repeat(36), '0'.repeat(35), 'ł'.repeat(36)])}`,
    () => String(authorization.owner).toUpperCase(),
    () => toHeaderText(pickOddText(random)).slice(0, 4000),
  ])()
}
