import ipaddr from 'ipaddr.js'
import { listEmbeddedForms, listIpv6Forms } from './forms-ipv6.ts'

/** Forbidden addresses, one of each kind of network. */
export const forbiddenIpv4 = [
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.8.9',
  '169.254.169.254',
  '172.16.5.6',
  '192.168.1.10',
  '168.63.129.16',
  '198.18.0.77',
]
export const forbiddenIpv6 = ['::1', '::', 'fd00::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::8', 'fd00:ec2::254']

/** The notations of forbidden hosts that are known to bypass guards, without duplicates. */
function listForbiddenHosts(): readonly string[] {
  return [
    ...new Set([
      ...forbiddenIpv4.flatMap((address) => [
        ...listIpv4Forms(address),
        ...listEmbeddedForms(address),
        ...listNames(address),
        ...forbiddenNames,
      ]),
      ...forbiddenIpv6.flatMap((address) => [...listIpv6Forms(address), ...listNames(address)]),
    ]),
  ]
}

/** Returns the forbidden hosts, also disguised in addresses by user names, second hosts, paths or spaces. */
export function listForbiddenForms(): readonly string[] {
  const plain = [...forbiddenIpv4, ...forbiddenIpv6.map((address) => `[${address}]`), 'localhost']
  return [...new Set([...listForbiddenHosts(), ...plain.flatMap(listDisguises)])]
}

/** Targets to which a server may redirect a check. */
export function listForbiddenTargets(): readonly string[] {
  const hosts = [
    ...forbiddenIpv4.flatMap((address) => [address, `[::ffff:${address}]`, ...listNames(address).slice(0, 1)]),
    ...forbiddenIpv6.map((address) => `[${address}]`),
    ...['localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '１２７.０.０.１'],
  ]
  return [
    ...hosts.flatMap((host) => [`http://${host}/`, `//${host}/`, `https://${host}/`, `http:\\\\${host}\\`]),
    ...hosts.map((host) => `http://example.com@${host}:8080/`),
    ...[
      'file:///etc/passwd',
      'gopher://127.0.0.1:80/_',
      'ftp://127.0.0.1/',
      'dict://127.0.0.1:80/',
      'jar:http://127.0.0.1!/',
    ],
  ]
}

/** Returns the names that the fake name server resolves to this address: its digits in hexadecimal. */
function listNames(address: string): readonly string[] {
  const name = Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')
  return [`${name}.leads.test`, `${name.toUpperCase()}.LEADS.TEST`, `${name}.leads.test.`, `www.${name}.leads.test`]
}

const forbiddenNames = [
  'localhost',
  'LocalHost',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'loc\u00adalhost',
  'localhost\u3002',
  'ip6-localhost',
  'ip6-loopback',
]

function listIpv4Forms(address: string): string[] {
  const bytes = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const integer = ((a * 256 + b) * 256 + c) * 256 + d
  const splits = [[a, b, c, d], [a, b, c * 256 + d], [a, (b * 256 + c) * 256 + d], [integer]]
  const numbers = splits.flatMap(listSpellings)
  const overflowing = [256, 512, 1024].flatMap((excess) => [
    [a, b, c, d + excess].join('.'),
    [a + excess, b + excess, c + excess, d + excess].join('.'),
    [b + excess, c, d].join('.'),
  ])
  return [
    ...numbers,
    ...overflowing,
    ...[1, 2, 15].map((times) => String(BigInt(integer) + BigInt(times) * 2n ** 32n)),
    ...[`${address}.`, `${address}..`, `.${address}`, `${integer}.`, `+${integer}`, `${integer}.0`, `0${address}`],
    ...listLookalikes(address),
    ...listLookalikes(String(integer)),
    ...listLookalikes(`0x${integer.toString(16)}`),
    `[${address}]`,
    `${address}%25eth0`,
    `${address}/8`,
  ]
}

/** Each number in decimal, octal and hexadecimal, in all combinations, and all of them padded. */
function listSpellings(numbers: readonly number[]): string[] {
  const bases = [
    (value: number) => String(value),
    (value: number) => `0${value.toString(8)}`,
    (value: number) => `0x${value.toString(16)}`,
  ]
  const all = numbers.reduce<string[][]>(
    (lists, number) => lists.flatMap((list) => bases.map((base) => [...list, base(number)])),
    [[]],
  )
  const overlong = [
    (value: number) => value.toString(8).padStart(12, '0'),
    (value: number) => `0x${value.toString(16).padStart(16, '0')}`,
    (value: number) => `0X${value.toString(16).toUpperCase()}`,
    (value: number) => String(value).padStart(3, '0'),
    (value: number) => `0o${value.toString(8)}`,
    (value: number) => `0b${value.toString(2)}`,
  ]
  return [...all, ...overlong.map((base) => numbers.map(base))].map((parts) => parts.join('.'))
}

/** A host in Unicode lookalikes, percent encoding, and with the dots of other scripts. */
function listLookalikes(text: string): string[] {
  const replaceCharacters = (from: RegExp, to: (character: string) => string) => text.replace(from, to)
  const shiftDigits = (zero: number) => replaceCharacters(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const percentEncode = (characters: string) =>
    characters.replace(/./gs, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return [
    ...[0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x0660, 0x06f0, 0x0966].map(shiftDigits),
    replaceCharacters(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
    replaceCharacters(/\d/g, (digit) => (digit === '0' ? '⁰' : String.fromCodePoint(0x2080 + Number(digit)))),
    ...['\u3002', '\uff0e', '\uff61', '%2e', '%E3%80%82'].map((dot) => replaceCharacters(/\./g, () => dot)),
    percentEncode(text),
    percentEncode(percentEncode(text)),
    percentEncode(text.slice(0, 1)) + text.slice(1),
    text.slice(0, -1) + percentEncode(text.slice(-1)),
    ...['\u00ad', '\u200b', '\u2060', '\ufeff', '\t', '\n', '\r', '\0', ' '].map(
      (hidden) => text.slice(0, 1) + hidden + text.slice(1),
    ),
  ]
}

function listDisguises(host: string): string[] {
  return [
    `example.com@${host}`,
    `user:password@${host}`,
    `example.com:80@${host}`,
    `example.com%40${host}`,
    `${host}@example.com@${host}`,
    `example.com#@${host}`,
    `${host}#@example.com`,
    `${host}#.example.com`,
    `${host}?.example.com`,
    `${host}?@example.com`,
    `${host}/.example.com`,
    `${host}\\@example.com`,
    `${host}\\.example.com`,
    `example.com\\@${host}`,
    `/${host}`,
    `//${host}`,
    `\\\\${host}`,
    `/\\${host}`,
    `:@${host}`,
    `@${host}`,
    `${host}:`,
    `${host}:80`,
    `${host}:00080`,
    `${host}:80:80`,
    `${host};example.com`,
    `${host},example.com`,
    `${host}&example.com`,
    ` ${host}`,
    `${host} `,
    `\t${host}`,
    `${host}\n`,
    `${host}\r\nHost: example.com`,
    `${host}%0d%0aHost:%20example.com`,
    `${host}%00.example.com`,
    `${host}%2f.example.com`,
    `${host}%23.example.com`,
    `file://${host}/etc/passwd`,
    `gopher://${host}/`,
    `jar:http://${host}!/`,
    `http:${host}`,
    `http:/${host}`,
    `http:\\\\${host}`,
    `http:///${host}`,
    `http://http://${host}`,
    `HTTP://${host}`,
    `url:http://${host}`,
  ]
}
