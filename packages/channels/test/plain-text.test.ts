import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderTemplate, sampleValues } from '@wachta/channels'
import { languages } from '@wachta/domain'
import { buildEndDetails, buildEndMessage, buildStartDetails, buildStartMessage } from '../src/default-texts.ts'
import { renderHtmlDocument } from '../src/html-document.ts'
import { htmlLayout, plainLayout } from '../src/layout.ts'
import { toPlainText } from '../src/plain-text.ts'
import { messageTo } from './delivery/message.ts'

const hostile = { service_name: 'Tom & "Jerry" <b>shop</b> &amp; &lt;', error_message: "</p><a href='x'>it's</a>" }
const pairs = [
  [buildStartMessage(htmlLayout), buildStartMessage(plainLayout)],
  [buildStartDetails(htmlLayout), buildStartDetails(plainLayout)],
  [buildEndMessage(htmlLayout), buildEndMessage(plainLayout)],
  [buildEndDetails(htmlLayout), buildEndDetails(plainLayout)],
] as const

test('the twin of a default template reads as if it had been written in plain text', () => {
  for (const language of languages) {
    for (const values of [sampleValues[language], { ...sampleValues[language], ...hostile }]) {
      for (const [html, plain] of pairs) {
        const rendered = renderTemplate(html[language], values, { escape: 'html', maxText: 100_000 })
        assert.equal(
          toPlainText(rendered),
          renderTemplate(plain[language], values, { escape: 'plain', maxText: 100_000 }),
        )
      }
    }
  }
})

test('whatever else a template holds, its words are kept and nothing but its words', () => {
  const twins: [string, string][] = [
    ['', ''],
    ['a < b & c > d', 'a < b & c > d'],
    ['1 <2 and 3>2', '1 <2 and 3>2'],
    ['<h1>Title</h1>\n<p>One\n  two</p>', 'Title\n\nOne two'],
    ['<ul><li>a</li><li>b</li></ul>c', '- a\n- b\nc'],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
    ['a<BR>b<br/>c<br />d', 'a\nb\nc\nd'],
    ['<style>p { color: red }</style><!-- note --><script>alert("<p>")</script>a', 'a'],
    ['<!doctype html><html><head><title>t</title></head><body>a</body></html>', 'a'],
    ['<a href="https://a.example/?b=1&amp;c=2">look</a>', 'look: https://a.example/?b=1&c=2'],
    ["<a class='x' href='https://a.example/'><b>look</b></a>", 'look: https://a.example/'],
    ['<a href="https://a.example/">https://a.example/</a>', 'https://a.example/'],
    ['<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
    ['<a name="here">a</a>', 'a'],
    ['<p title="a > b">c</p>', 'c'],
    ['&lt;b&gt; &#39;&#x17c;&nbsp;&oacute; &#0; &#99999999; &amp;lt;', "<b> 'ż\u00a0&oacute; &#0; &#99999999; &lt;"],
    ['<!-- never closed <b>a</b>', ''],
    ['<b never closed', '<b never closed'],
    ['</a></a>a', 'a'],
  ]
  for (const [html, plain] of twins) assert.equal(toPlainText(html), plain, html)
})

test('no template makes the twin slow', () => {
  for (const part of ['<', '<a ', '<a "', "<a '", '<!--', '<a href="', '<style>', '&#', '<a>', '</a', ' \n']) {
    const started = performance.now()
    toPlainText(part.repeat(Math.ceil(10_000 / part.length)))
    assert.ok(performance.now() - started < 1_000, part)
  }
})

test('the document around a message is in its language and leaves its text alone', () => {
  for (const language of languages) {
    const message = messageTo(
      { address: 'a' },
      { hasSubject: true },
      { language, subject: '</title><b>', text: '<p>a</p>' },
    )
    const html = renderHtmlDocument(message)
    assert.match(html, new RegExp(`^<!doctype html>\\n<html lang="${language}"`))
    assert.match(html, /<title>&lt;\/title&gt;&lt;b&gt;<\/title>/)
    assert.match(html, /">\n<p>a<\/p>\n<\/div>/)
  }
  const colours = (['start', 'end', 'test'] as const).map(
    (kind) =>
      /solid (#[0-9a-f]{6})/.exec(renderHtmlDocument(messageTo({ address: 'a' }, { hasSubject: true }, { kind })))?.[1],
  )
  assert.equal(new Set(colours).size, 3)
})
