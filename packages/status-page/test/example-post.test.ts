import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announcementTexts, announcementTitles } from '@wachta/domain'
import { examplePostKinds, getBuiltInTexts, makeExamplePost, renderPagePreview } from '@wachta/status-page'
import { makeSampleView, sampleNow } from './support/sample-view.ts'

const facts = {
  languages: ['en'],
  templates: {},
  timeZone: 'Europe/Warsaw',
  pageTitle: 'Acme',
  componentNames: ['Shop'],
} as const

test('the examples show every text of a page, each in its place', () => {
  const names = [...announcementTitles, ...announcementTexts]
  const en = Object.fromEntries(names.map((name) => [name, `own ${name}`]))
  const posts = examplePostKinds.map((kind) => makeExamplePost(kind, { ...facts, templates: { en } }, sampleNow))
  const shown = posts.flatMap(({ title, updates }) => [title, ...updates.map(({ text }) => text)])
  assert.deepEqual(new Set(shown), new Set(Object.values(en)))
})

test('an example is a post that is over, with its updates in order, and the renderer draws it', () => {
  for (const kind of examplePostKinds) {
    const post = makeExamplePost(kind, facts, sampleNow)
    const times = post.updates.map(({ time }) => time)
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
      kind,
    )
    assert.equal(post.state, post.updates[0]?.state)
    assert.equal(new Set(post.updates.map(({ publicId }) => publicId)).size, post.updates.length)
    const view = { ...makeSampleView(), posts: [post] }
    const preview = renderPagePreview(view, `posts/${post.publicId}`, {
      language: 'en',
      now: sampleNow,
      staleSince: null,
    })
    assert.match(preview?.html ?? '', /Shop/)
  }
})

test('without texts of its own, a page has those of the language', () => {
  assert.equal(getBuiltInTexts('pl').completed_text, 'Prace zostały zakończone.')
  const { updates } = makeExamplePost('maintenance', { ...facts, languages: ['pl'] }, sampleNow)
  assert.equal(updates[0]?.text, 'Prace zostały zakończone.')
})
