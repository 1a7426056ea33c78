import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseStories, readRunOptions } from './e2e/choose-stories.ts'

const stories = [
  ['trial: ten tabs'],
  ['live: an industrial trial'],
  ['live: a change'],
  ['speed: ten thousand'],
] as const
const chosen = (...words: string[]) => chooseStories(stories, words).map(([name]) => name)

test('a word that names an area chooses its stories, and no others', () => {
  assert.deepEqual(chosen('trial'), ['trial: ten tabs'])
  assert.deepEqual(chosen('trial:'), ['trial: ten tabs'])
  assert.deepEqual(chosen('live', 'trial'), ['trial: ten tabs', 'live: an industrial trial', 'live: a change'])
})

test('any other word chooses by a part of the name, and none chooses all', () => {
  assert.deepEqual(chosen('ten'), ['trial: ten tabs', 'speed: ten thousand'])
  assert.deepEqual(chosen('live: a change'), ['live: a change'])
  assert.deepEqual(chosen('nothing'), [])
  assert.equal(chosen().length, 4)
})

test('a full run looks at every screen in every way, a short one only if told', () => {
  assert.deepEqual(readRunOptions([]), { isShort: false, isAxeWhole: true, words: [] })
  assert.deepEqual(readRunOptions(['--short']), { isShort: true, isAxeWhole: false, words: [] })
  assert.deepEqual(readRunOptions(['--short', '--axe', 'all', 'live']), {
    isShort: true,
    isAxeWhole: true,
    words: ['live'],
  })
  assert.deepEqual(readRunOptions(['--axe', 'third', 'axe']), { isShort: false, isAxeWhole: false, words: ['axe'] })
  assert.throws(() => readRunOptions(['--axe']), /all or third/)
  assert.throws(() => readRunOptions(['--sort']), /no option --sort/)
})
