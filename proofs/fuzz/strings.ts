import type { Random } from './random.ts'

/** Text that some layer might interpret, such as SQL or HTML. */
export const naughty: readonly string[] = [
  '',
  ' ',
  '   leading and trailing   ',
  '\t\r\n',
  'undefined',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e3',
  '٣',
  'true',
  '[object Object]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "''",
  "' or '1'='1",
  "'; drop table account; --",
  "') union select password_hash from credential --",
  '1; select pg_sleep(5)',
  "' || (select version()) || '",
  "admin'--",
  '$1',
  '$$',
  '$2; --',
  ':name',
  '?',
  '??',
  '%',
  '_',
  '%%%',
  'a%_\\b',
  '\\%',
  '{',
  '}',
  '{}',
  '{limit}',
  '{expected}',
  '{"a":1}',
  '{a,b}',
  '{"a","b"}',
  '{NULL}',
  '[1,2]',
  '(1,2)',
  '$' + '{7*7}',
  '{{7*7}}',
  '<%= 7*7 %>',
  '#{7*7}',
  '%s%s%s%n',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/dev/null',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'https://app.example.com@evil.example/',
  '$(id)',
  '`id`',
  '; cat /etc/passwd',
  '| ls',
  '&& true',
  'a\r\nSet-Cookie: b=c',
  'Subject: x\nBcc: a@example.com',
  '=cmd|/c calc!A1',
  '+1+1',
  '@SUM(1)',
  'a@b.c',
  'a@b',
  '"a b"@example.com',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:60Z',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59.999999999+23:59',
  '10.0.0.1/33',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '256.256.256.256',
  'equals:x',
  'one_of:',
  'contains:%',
  'is_null:maybe',
  'permissions.read',
  'owner.password_hash',
]

/** Text that is hard to measure, to case-fold or to compare, but that the database must be able to store. */
export const unusual: readonly string[] = [
  'Zażółć gęślą jaźń',
  'ÅÄÖ ß ẞ ſ İ ı',
  'é vs é',
  'Z\u0351\u036b\u0343\u036a\u0302a\u0334\u0315l\u0337g\u0361o',
  '\u202eright to left\u202c',
  '\u2066isolate\u2069',
  '\u200b\u200d\ufeff',
  '\u0001\u0008\u001b[31m\u007f\u0085',
  '\u2028\u2029',
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈🇵🇱',
  '\u{10ffff}\u{1d11e}',
  '\uffff\ufffe\ufdd0',
  '日本語テキスト',
  'العربية',
  'ﷺﷺﷺ',
  'ﬃ ﬄ ½ ①',
]

/** Text that PostgreSQL cannot store, so the API has to reject it. */
export const impossible: readonly string[] = ['\0', 'a\0b', '\ud800', 'x\udc00y', '\udbff\ud800']

/** Text on which a bad regular expression takes more than linear time. */
const createSlowTexts = (length: number): readonly string[] => [
  `a@${'.'.repeat(length)}@`,
  `${'a'.repeat(length)}@`,
  `+${'0 '.repeat(length / 2)}x`,
  `${'a '.repeat(length / 2)}\0`,
  '\\"'.repeat(length / 2),
]

/** Short enough for linear time to be negligible, and long enough for quadratic time to take seconds. */
export const pickSlowText = (random: Random): string => random.pick(createSlowTexts(random.pick([1000, 40_000])))

export const keysOfEveryObject = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
] as const

const alphabets: readonly (readonly string[])[] = [
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
  [...'ąćęłńóśźżĄĆĘŁŃÓŚŹŻéüßøæ'],
  [...'日本語漢字仮名交文章試験'],
  [...'😀😁😂🤣😃😄😅😆😉😊😋😎🦊🐺🚀𝒳𝒴𝒵𐍈𐍉𐍊'],
]

/** Random text of a number of characters; an index cannot compress it. */
export const createLetters = (random: Random, length: number, alphabet = random.pick(alphabets)): string =>
  Array.from({ length }, () => random.pick(alphabet)).join('')

export const createPlainLetters = (random: Random, length: number, characters: string): string =>
  createLetters(random, length, [...characters])

export function pickOddText(random: Random): string {
  return random.pickWeighted<() => string>([
    [8, () => random.pick(naughty)],
    [4, () => random.pick(unusual)],
    [2, () => random.pick(impossible)],
    [2, () => createLetters(random, random.pick([1, 15, 16, 20, 64, 128, 255, 256, 257, 1000, 1024, 1025]))],
    [0.1, () => createLetters(random, random.pick([10_000, 70_000]))],
    [0.1, () => pickSlowText(random)],
  ])()
}
