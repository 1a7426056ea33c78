import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseStories } from './e2e/choose-stories.ts'

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
