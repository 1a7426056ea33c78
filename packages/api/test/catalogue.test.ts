import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { catalogue } from '../src/platform/errors/catalogue.ts'

const sources = ['../src/', '../../resource/src/', '../../channels/src/', '../../domain/src/'].flatMap((folder) => {
  const url = new URL(folder, import.meta.url)
  return readdirSync(url, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('catalogue.ts'))
    .map((name) => readFileSync(new URL(name, url), 'utf8'))
})
const code = sources.join('\n')
const symbols = Object.keys(catalogue)

/** The symbols in quotes wherever the code creates an error. */
const used = new Set(
  [...code.matchAll(/(?:reject\(|rejected\w*\(|symbol: |report\(|\? |: |\]: ')'?([a-z][a-z0-9_]+)'/g)]
    .map(([, symbol]) => symbol ?? '')
    .filter((symbol) => symbols.includes(symbol)),
)

test('every error of the catalogue is answered somewhere', () => {
  assert.deepEqual(
    symbols.filter((symbol) => !used.has(symbol) && !code.includes(`'${symbol}'`)),
    [],
  )
})

test('every symbol that is refused with is in the catalogue', () => {
  const refused = [...code.matchAll(/(?:reject\(\s*|symbol: )'([a-z0-9_]+)'/g)].map(([, symbol]) => symbol ?? '')
  assert.ok(refused.length > 40, 'the search still finds them')
  assert.deepEqual(
    refused.filter((symbol) => !symbols.includes(symbol)),
    [],
  )
})

test('codes are unique, lie in their group, and both languages say something of their own', () => {
  const codes = Object.values(catalogue).map((kind) => kind.code)
  assert.equal(new Set(codes).size, codes.length)
  for (const [symbol, { code: number, status, message, description }] of Object.entries(catalogue)) {
    assert.ok([1, 2, 3, 4, 5, 9].includes(Math.floor(number / 1000)), symbol)
    assert.ok([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503].includes(status), symbol)
    assert.notEqual(message.pl, message.en, symbol)
    const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
    assert.deepEqual(holes(message.pl), holes(message.en), symbol)
    assert.match(description, /\.$/, symbol)
  }
})
