import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFiles, type PageView, renderFile } from '@wachta/status-page'
import fc from 'fast-check'
import { renderMarkdown, stripMarkdown, toExcerpt } from '../src/markdown.ts'
import { allAttacks, hostileText, makeHostileView } from './support/hostile.ts'
import { sampleNow } from './support/sample-view.ts'

const hostileView = fc.infiniteStream(hostileText).map((texts) => {
  const next = () => texts.next().value as string
  return makeHostileView(next)
})

const render = (view: PageView, path: string) =>
  renderFile(view, path, { language: 'en', now: sampleNow, staleSince: sampleNow - 120_000 })?.body ?? ''

test('no file has an element, attribute or address that came from a text', () => {
  fc.assert(
    fc.property(hostileView, (view) => {
      for (const path of listFiles(view)) {
        const body = render(view, path)
        if (typeof body !== 'string') continue
        assert.equal(body, body.toWellFormed(), path)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
        assert.doesNotMatch(body, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/, path)
        if (path.endsWith('.js') || path.endsWith('.ics')) continue
        if (path.endsWith('.json')) assert.doesNotMatch(body, /[<>&]/, path)
        else if (path.endsWith('.css')) assert.doesNotMatch(body, /elsewhere|url\(|@import|hacked/, path)
        else assertOwnMarkup(body, path)
      }
    }),
    { numRuns: 150 },
  )
})

/** Elements and attributes of our templates; anything else must have come from a text. */
const ownElements = new Set(
  'html head meta title link script body a header nav div span img main p strong section h1 h2 h3 ul ol li svg rect circle path details summary article time footer code em br pre'.split(
    ' ',
  ),
)
const xmlElements = new Set(
  'rss channel item title link guid pubDate description atom:link language lastBuildDate ttl feed entry id published updated content subtitle author name svg g clipPath rect text path'.split(
    ' ',
  ),
)
const ownAttributes =
  /^(?:lang|charset|name|content|property|rel|href|hreflang|src|defer|class|id|hidden|role|aria-[a-z]+|alt|viewBox|preserveAspectRatio|cx|cy|r|rx|x|y|d|width|height|datetime|start|tabindex|type|title|target|xmlns(?::atom)?|version|encoding|isPermaLink|xml:lang|textLength|lengthAdjust|clip-path|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|font-family|font-size)$/

function assertOwnMarkup(body: string, path: string): void {
  const isXml = path.endsWith('.svg') || path.startsWith('feed.') || path === 'favicon.ico'
  const rest = body.replace(/^<!doctype html>|^<\?xml version="1\.0" encoding="utf-8"\?>/, '')
  for (const [tag, name = '', attributes = ''] of rest.matchAll(/<\/?([^\s>/]*)((?:[^>"]|"[^"]*")*)>?/g)) {
    assert.ok((isXml ? xmlElements : ownElements).has(name), `${path}: ${tag}`)
    const left = attributes.replaceAll(/\s([\w:-]+)(?:="([^"<>]*)")?/g, (_, attribute: string, value: string = '') => {
      assert.match(attribute, ownAttributes, `${path}: ${tag}`)
      if (attribute === 'href' || attribute === 'src')
        assert.match(value, /^(?:https?:|mailto:|\.\/|\/(?!\/)|#)/, `${path}: ${tag}`)
      return ''
    })
    assert.match(left, /^\s*\/?$/, `${path}: ${tag}`)
  }
  assert.equal(rest.match(/<script/g)?.length ?? 0, isXml ? 0 : 1, path)
}

test('every line of the calendar is one of ours, at most 75 octets, and no text begins a property', () => {
  fc.assert(
    fc.property(hostileView, (view) => {
      const body = String(render(view, 'maintenance.ics'))
      const lines = body.split('\r\n')
      assert.equal(lines.pop(), '')
      assert.doesNotMatch(body.replaceAll('\r\n', ''), /[\r\n]/)
      for (const line of lines) {
        assert.ok(Buffer.byteLength(line) <= 75)
        assert.match(
          line,
          /^(?: |BEGIN:V|END:V|VERSION:2\.0$|PRODID:|CALSCALE:|METHOD:|X-WR-|REFRESH-INTERVAL;|X-PUBLISHED-TTL:|UID:|DTSTAMP:|LAST-MODIFIED:|SEQUENCE:|DTSTART:|DTEND:|SUMMARY:|DESCRIPTION:|URL:|STATUS:|TRANSP:)/,
        )
      }
      assert.equal(lines.filter((line) => line === 'BEGIN:VEVENT').length, 2)
      assert.equal(lines.filter((line) => line === 'END:VCALENDAR').length, 1)
    }),
    { numRuns: 150 },
  )
})

test('Markdown links to http, https and mailto only, and says that it does not vouch for them', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (label, target) => {
      const { text } = renderMarkdown(`[${label}](${target}) ${target}`)
      for (const [, href] of text.matchAll(/<a href="([^"]*)"/g)) assert.match(href ?? '', /^(?:https?|mailto):/)
      assert.equal(text.match(/<a /g)?.length, text.match(/rel="nofollow noopener"/g)?.length)
    }),
  )
})

test('hostile Markdown takes no longer than a text of its length may', () => {
  for (const piece of ['[', '*', '**a', '_a', '`', '[a](', 'https://', '\\', '- ', '1. ', '> ', '**_`[']) {
    const text = piece.repeat(20_000 / piece.length)
    const start = performance.now()
    renderMarkdown(text)
    stripMarkdown(text)
    toExcerpt(text, 200)
    assert.ok(performance.now() - start < 2000, `${piece}: ${performance.now() - start} ms`)
  }
})

test('a whole hostile page is rendered in every language', () => {
  const view = makeHostileView(() => allAttacks)
  for (const language of ['en', 'pl'] as const)
    for (const path of listFiles(view))
      assert.ok(renderFile(view, path, { language, now: sampleNow, staleSince: null }) !== undefined)
})
