import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type BrowserFindings, judgeBrowser } from './browser.ts'
import { maxCommands, parseDocumentedCommands } from './commands.ts'
import { findLost } from './oracle.ts'
import { judgeReach } from './reach.ts'
import { judgeSizes } from './sizes.ts'

const createSlots = (path: string, ...seconds: number[]) => seconds.map((second) => ({ path, slot: second * 1000 }))
const createAnswers = (path: string, ...seconds: number[]) => seconds.map((second) => ({ path, at: second * 1000 }))

test('the page needs few commands, the last of which leads to an e-mail', async () => {
  const page = await readFile(new URL('../../docs/installing.md', import.meta.url), 'utf8')
  const commands = parseDocumentedCommands(page)
  assert.ok(commands.length > 0 && commands.length <= maxCommands, commands.join('\n'))
  assert.match(commands.at(-1) ?? '', /apply .*first\.yaml/)
})

test('a check that was answered and not stored is lost, one of two in a slot is not', () => {
  const stored = createSlots('/a', 103, 113, 123)
  assert.deepEqual(findLost(createAnswers('/a', 103.2, 113.1, 119, 124), stored, 10_000), [])
  assert.deepEqual(findLost(createAnswers('/a', 103.2, 113.1, 124, 133.5), stored, 10_000), ['/a 133000'])
  assert.deepEqual(findLost(createAnswers('/b', 5), stored, 10_000), ['/b 0'])
})

test('a check that was running when its sensor was killed counts as never made', () => {
  assert.deepEqual(findLost(createAnswers('/a', 103.2, 113.1), createSlots('/a', 103), 10_000, [113_500]), [])
})

test('a sensor that reaches more or less than broker and api is reported', () => {
  assert.deepEqual(judgeReach(['api:8080', 'api:9464', 'nats:4222']), [])
  assert.deepEqual(judgeReach(['api:8080', 'nats:4222', 'nats:8222', 'postgres:5432']), [
    'the sensor reaches nats:8222',
    'the sensor reaches postgres:5432',
  ])
  assert.deepEqual(judgeReach(['api:8080']), ['the sensor does not reach nats:4222'])
})

test('an image that is too large is found', () => {
  const image = { name: 'wachta', whole: 370, own: 115 } as const
  assert.deepEqual(judgeSizes({ images: [image] }), [])
  assert.equal(judgeSizes({ images: [{ ...image, whole: 371, own: 116 }] }).length, 2)
})

test('a browser that does not start, sees no page, leaves zombies or starts without permissions is found', () => {
  const seen: BrowserFindings = {
    ...{ ok: 3, error: 0, unknown: 1, fault: null, zombies: 0, startsConfined: false },
    ...{ messages: ['too busy'], evidence: ['content', 'har', 'screenshot'] },
  }
  assert.deepEqual(judgeBrowser(seen), [])
  const faults = (change: Partial<BrowserFindings>) => judgeBrowser({ ...seen, ...change }).join('; ')
  assert.match(faults({ fault: 'not installed: bwrap' }), /cannot run a browser: not installed: bwrap/)
  assert.match(faults({ ok: 2 }), /2 ok, 0 errors, 1 unknown: too busy/)
  assert.match(faults({ error: 1 }), /1 checks of a page without faults failed/)
  assert.match(faults({ evidence: ['har'] }), /no content; .*no screenshot/)
  assert.match(faults({ zombies: 2 }), /2 processes have ended/)
  assert.match(faults({ startsConfined: true }), /without the permissions/)
})
