import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getComponentStatus, getPageIndicator, makeExampleComponent, renderPagePreview } from '@wachta/status-page'
import fc from 'fast-check'
import { hostileText, makeHostileView } from './support/hostile.ts'
import { makeSampleView, sampleNow } from './support/sample-view.ts'

const options = { language: 'en', now: sampleNow, staleSince: null } as const

test('a preview loads nothing, runs nothing and leads nowhere, on every kind of document', () => {
  const view = makeSampleView()
  const withLogo = {
    ...view,
    theme: { ...view.theme, logo: { mediaType: 'image/png', content: 'iVBORw0KGgo=' } as const },
  }
  for (const path of ['', 'history', 'posts/pincident0000001']) {
    const preview = renderPagePreview(withLogo, path, options)
    assert.ok(preview)
    assert.doesNotMatch(preview.html, /<link|<script|<a\b[^>]* href=/)
    const sources = [...preview.html.matchAll(/ src="([^"]*)"/g)].map(([, source]) => source)
    assert.deepEqual(sources, ['data:image/png;base64,iVBORw0KGgo='])
    assert.match(preview.style, /--accent:/)
    assert.match(preview.html, /^<!doctype html>/)
  }
  assert.equal(renderPagePreview(view, 'nowhere', options), undefined)
})

test('what people write stays the text that it is', () => {
  const title = '<link rel=x> <a href="y"> src="./logo"'
  const preview = renderPagePreview(makeSampleView({ title }), '', options)
  assert.match(preview?.html ?? '', /&lt;link rel=x&gt; &lt;a href=&quot;y&quot;&gt; src=&quot;\.\/logo&quot;/)
})

test('no text of a page brings a preview to load, run or lead anywhere', () => {
  const hostile = fc.infiniteStream(hostileText).map((texts) => makeHostileView(() => texts.next().value as string))
  fc.assert(
    fc.property(hostile, (view) => {
      const logo = { mediaType: 'image/png', content: '"><script>' } as const
      const html = renderPagePreview({ ...view, theme: { ...view.theme, logo } }, '', options)?.html ?? ''
      assert.doesNotMatch(html, /<(?:link|script|iframe|base|style)\b|<a\b[^>]* href=/)
      for (const [, source] of html.matchAll(/<[^>]* src="([^"]*)"/g)) assert.equal(source, '')
    }),
    { numRuns: 100 },
  )
})

test('an example shows what was chosen, and the same figures each time', () => {
  const example = {
    publicId: 'a',
    name: 'Shop',
    description: '',
    status: 'operational',
    onlyShowIfDegraded: false,
    showsHistory: true,
    showsAvailability: true,
    showsResponseTime: true,
  } as const
  const time = { now: sampleNow, timeZone: 'Europe/Warsaw' }
  const shown = makeExampleComponent(example, time)
  assert.deepEqual(shown, makeExampleComponent(example, time))
  assert.equal(shown.days?.length, 90)
  assert.deepEqual([shown.days?.at(-1)?.date, new Set(shown.days?.map(({ date }) => date)).size], ['2026-11-18', 90])
  assert.ok(
    shown.days?.some(({ okSeconds, countedSeconds }) => okSeconds < countedSeconds),
    'bad days can be seen too',
  )
  const none = makeExampleComponent(
    { ...example, showsHistory: false, showsAvailability: false, showsResponseTime: false },
    time,
  )
  assert.deepEqual([none.days, none.availability, none.responseTimes], [null, null, null])
})

test('a component and a page are as their services and posts say', () => {
  const up = { status: 'ok', isInMaintenance: false, isFailing: false, isDegraded: false } as const
  const down = { ...up, status: 'failure' } as const
  const component = { manualStatus: null, groupShare: 60, services: [up, down] }
  assert.equal(getComponentStatus({ ...component, groupRule: 'worst' }), 'partial_outage')
  assert.equal(getComponentStatus({ ...component, groupRule: 'any_up' }), 'degraded_performance')
  assert.equal(getComponentStatus({ ...component, groupRule: 'share' }), 'major_outage')
  assert.equal(getComponentStatus({ ...component, groupRule: 'share', groupShare: 50 }), 'partial_outage')
  assert.equal(getComponentStatus({ ...component, groupRule: 'worst', manualStatus: 'operational' }), 'operational')
  const sections = [{ components: [{ status: 'operational' }] }] as const
  assert.equal(getPageIndicator({ sections, posts: [] }), 'none')
  const post = { kind: 'incident', impact: 'major', state: 'investigating' } as const
  assert.equal(getPageIndicator({ sections, posts: [post] }), 'major')
  assert.equal(getPageIndicator({ sections, posts: [{ ...post, state: 'resolved' }] }), 'none')
})
