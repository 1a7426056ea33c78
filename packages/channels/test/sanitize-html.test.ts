import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels, renderMessage } from '../src/index.ts'
import { sanitizeHtml } from '../src/sanitize-html.ts'

test('what default templates are made of stays as it is', () => {
  for (const channel of channels.filter((one) => one.escape === 'html'))
    for (const template of Object.values(channel.templates))
      for (const text of [template.start_template, template.end_template]) {
        const plain = text.replaceAll(/\{\{\w+\}\}/g, 'https://example.com/')
        assert.equal(sanitizeHtml(plain), plain)
      }
})

const removed: Readonly<Record<string, string>> = {
  '<script>alert(1)</script>Hello': 'Hello',
  '<style>p{display:none}</style>Hello': 'Hello',
  '<STYLE>never closed': '',
  '<!-- [if mso]><b>Hello</b><![endif] -->there': 'there',
  '<img src="https://evil.example/pixel.gif">Hello': 'Hello',
  '<form action="https://evil.example"><input name="password"><button>Sign in</button></form>': 'Sign in',
  '<iframe src="https://evil.example">inside</iframe>Hello': 'Hello',
  '<svg><a href="https://evil.example">x</a></svg>Hello': 'Hello',
  '<p onclick="steal()">Hello</p>': '<p>Hello</p>',
  '<a href="javascript:steal()">Hello</a>': '<a href="">Hello</a>',
  '<a href="java&#x0A;script:steal()">Hello</a>': '<a href="">Hello</a>',
  '<a href=" &#106;avascript&colon;steal()">Hello</a>': '<a href="">Hello</a>',
  '<a href="data:text/html,x">Hello</a>': '<a href="">Hello</a>',
  '<a href="//evil.example">Hello</a>': '<a href="">Hello</a>',
  '<div style="position:fixed;top:0;color:red">Hello</div>': '<div style="color:red">Hello</div>',
  '<p style="background:url(https://evil.example)">Hello</p>': '<p>Hello</p>',
  '<base href="https://evil.example"><meta http-equiv="refresh"><link rel="stylesheet">Hello': 'Hello',
  'a < b && b > c': 'a < b && b > c',
  '<<script></script>img src=x onerror=alert(1)>': 'img src=x onerror=alert(1)>',
  '<a href="https://example.com/': 'a href="https://example.com/',
  '<scr<script></script>ipt>alert(1)</script>': 'script>alert(1)',
  '<p title="a&quot; onmouseover=&quot;x">Hello</p>': '<p title="a&#34; onmouseover=&#34;x">Hello</p>',
}

for (const [html, clean] of Object.entries(removed))
  test(`nothing acts in ${html}`, () => {
    assert.equal(sanitizeHtml(html), clean)
    assert.equal(sanitizeHtml(sanitizeHtml(html)), clean, 'a second time changes nothing')
  })

test('links, tables and quiet styles of a customer stay', () => {
  const html =
    '<table border="1"><tr><td colspan="2" style="color:#333;padding:4px">A</td></tr></table><a href="https://example.com/?a=1&amp;b=2">B</a>'
  assert.equal(
    sanitizeHtml(html),
    '<table border="1"><tr><td colspan="2" style="color:#333;padding:4px">A</td></tr></table><a href="https://example.com/?a=1&#38;b=2">B</a>',
  )
})

test('a template of a customer is cleaned with its values in place', () => {
  const email = channels.find(({ id }) => id === 'email')
  assert.ok(email)
  const template = { subject: 'S', text: '<a href="{{service_address}}">Look</a><img src="{{service_address}}">' }
  const { text } = renderMessage(email, template, { service_address: 'javascript:alert(1)' })
  assert.equal(text, '<a href="">Look</a>')
})

test('a long hostile text takes no long time', () => {
  const began = performance.now()
  for (const text of ['<'.repeat(100_000), '<a '.repeat(33_000), '<p style="'.repeat(10_000), '&#'.repeat(50_000)])
    sanitizeHtml(text)
  assert.ok(performance.now() - began < 1_000)
})
