import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeRecord } from '../src/dns/record.ts'
import { readWhois } from '../src/registry/whois-answer.ts'

/** Parsing a text blocks other checks. With a parser that restarts at each line, these would take many seconds. */
const patienceMs = 1000

function took(work: () => unknown): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

test('reads a text record of the greatest length in passing, whatever is in it', () => {
  for (const text of [
    `"${'\\"'.repeat(32_000)}`,
    '"'.repeat(65_000),
    `${'"" '.repeat(20_000)}x`,
    '"a" '.repeat(16_000),
  ])
    assert.ok(took(() => normalizeRecord('TXT', text)) < patienceMs, text.slice(0, 10))
  assert.equal(normalizeRecord('TXT', '"v=spf1 " "-\\"all"'), 'v=spf1 -"all')
  assert.equal(normalizeRecord('TXT', 'v=spf1 "-all'), 'v=spf1 "-all')
})

test('reads an answer of a registry of the greatest length in passing, whatever is in it', () => {
  for (const part of ['\n', ' \n', '\r\n', ' ', '%', '%\n', 'status:\n', 'a', 'a.'])
    assert.ok(took(() => readWhois(part.repeat(131_072 / part.length))) < patienceMs, JSON.stringify(part))
  assert.equal(readWhois('\n\n   Domain Name: EXAMPLE.COM\n\naccess denied\n').verdict, 'registered')
  assert.equal(readWhois('\n[Domain Name]   EXAMPLE.JP\n').verdict, 'registered')
  assert.equal(readWhois('\n\naccess denied\n').verdict, 'refused')
})
