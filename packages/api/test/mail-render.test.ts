import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Language, languages } from '@wachta/domain'
import { toDisplayName } from '../src/platform/mail/names.ts'
import { render } from '../src/platform/mail/render.ts'
import { type MailEvent, writeMessage } from '../src/platform/mail/write.ts'

const at = new Date('2026-03-12T13:05:00Z')
const link = 'https://wachta.example/reset_password?token=00ff&account_id=7'
const everyNews: readonly MailEvent[] = [
  { kind: 'activation', link, expiresAt: at },
  { kind: 'new_password', link, expiresAt: at },
  { kind: 'first_password', link, expiresAt: at, createdBy: 'Huta Nowa' },
  { kind: 'email_address', link, expiresAt: at },
  { kind: 'address_change_requested', at },
  { kind: 'username_changed', at },
  { kind: 'two_factor_changed', at },
  { kind: 'passkey_added', at },
  { kind: 'passkey_removed', at },
  { kind: 'passkey_clone_suspected', at, passkey: 'Laptop' },
  { kind: 'recovery_codes_renewed', at },
  { kind: 'password_changed', at },
  { kind: 'address_changed', at },
  { kind: 'account_closed', eraseAfter: at },
]
const when = {
  pl: { time: '12 marca 2026 14:05 CET', day: '12 marca 2026' },
  en: { time: '12 March 2026 at 14:05 CET', day: '12 March 2026' },
}

const rendered = (news: MailEvent, language: Language, name = 'Zażółć & Spółka') =>
  render(
    writeMessage(
      news,
      { language, timeZone: 'Europe/Warsaw', name, username: 'jan.kowalski' },
      'https://wachta.example:8443/',
    ),
  )

describe('every message', () => {
  for (const news of everyNews)
    for (const language of languages)
      test(`${news.kind} in ${language} says who, about what and until when`, () => {
        const { subject, text, html } = rendered(news, language)
        assert.match(subject, /Wachta|Wachty|Wachcie/)
        for (const part of ['Wachta (wachta.example:8443)', 'Zażółć & Spółka', 'jan.kowalski'])
          assert.ok(text.replaceAll('\n', ' ').includes(part), `${part} is missing in the text`)
        const time = when[language][news.kind === 'account_closed' ? 'day' : 'time']
        // Intl uses narrow and non-breaking spaces.
        assert.ok(text.replaceAll(/\s/g, ' ').includes(time), `${time} is missing in ${text}`)
        assert.ok(html.includes(`<html lang="${language}"`))
        assert.ok(html.includes('Zażółć &amp; Spółka'))
        if ('link' in news) {
          assert.ok(text.split('\n').includes(link), 'the bare link is not on a line of its own')
          assert.equal(html.match(/<a /g)?.length, 1)
          assert.ok(html.includes('href="https://wachta.example/reset_password?token=00ff&amp;account_id=7"'))
          assert.match(text, /48/)
        } else assert.doesNotMatch(html, /<a /)
      })

  test('differs between the languages and the kinds', () => {
    const subjects = everyNews.flatMap((news) => languages.map((language) => rendered(news, language).subject))
    assert.equal(new Set(subjects).size, everyNews.length * languages.length)
    const openings = everyNews.flatMap((news) => languages.map((language) => rendered(news, language).text))
    assert.equal(new Set(openings).size, openings.length)
  })

  test('keeps lines of text short, but never breaks a link', () => {
    const long = `https://wachta.example/${'a'.repeat(200)}?token=1`
    const lines = rendered({ kind: 'activation', link: long, expiresAt: at }, 'pl').text.split('\n')
    assert.ok(lines.includes(long))
    assert.deepEqual(
      lines.filter((line) => line.length > 72 && line !== long),
      [],
    )
  })

  test('names the creator of an account only where one is known', () => {
    const first = { kind: 'first_password', link, expiresAt: at } as const
    assert.match(rendered({ ...first, createdBy: 'Huta Nowa' }, 'pl').text, /Utworzone przez: Huta Nowa/)
    assert.doesNotMatch(rendered({ ...first, createdBy: null }, 'pl').text, /Utworzone przez/)
  })
})

test('a passkey that may have been copied is named, unless it was revoked meanwhile', () => {
  const suspected = { kind: 'passkey_clone_suspected', at } as const
  assert.match(rendered({ ...suspected, passkey: 'Laptop' }, 'en').text, /^Passkey: Laptop$/m)
  assert.match(rendered({ ...suspected, passkey: null }, 'pl').text, /^Klucz dostępu: został już usunięty$/m)
})

test('further facts stand below their heading, in text and in HTML', () => {
  const message = writeMessage(
    { kind: 'password_changed', at },
    { language: 'en', timeZone: 'UTC', name: 'Anna', username: 'anna' },
    'https://wachta.example/',
  )
  const { text, html } = render({ ...message, list: { heading: 'Services', facts: [['<Shop>', '98%']] } })
  assert.match(text, /\n\nServices:\n<Shop>: 98%\n\n/)
  assert.match(html, /Services:<\/p>\n<div[^>]*>\n<div><span[^>]*>&lt;Shop&gt;:<\/span> <bdi><strong>98%/)
})

describe('a hostile name', () => {
  test('cannot bring HTML along', () => {
    const { html, text } = rendered({ kind: 'password_changed', at }, 'en', `<p><img src=x onerror='a("b")'>&amp;`)
    assert.doesNotMatch(html, /<img/)
    assert.ok(html.includes('&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;'))
    assert.ok(text.includes(`Account: <p><img src=x onerror='a("b")'>&amp;`))
  })

  test('cannot break out of an attribute through the link', () => {
    const { html } = rendered({ kind: 'activation', link: 'https://a.example/?"><b>', expiresAt: at }, 'en')
    assert.doesNotMatch(html, /<b>/)
  })

  test('stays on one line', () => {
    for (const separator of ['\r\n', '\n', '\r', '\u2028', '\u2029', '\u0085', '\u000b', '\0']) {
      const { text } = rendered({ kind: 'password_changed', at }, 'en', `Evil${separator}Click: here`)
      // The colon inside is followed by a space, so it needs no guard against links.
      assert.ok(text.split('\n').includes('Account: Evil Click: here'), JSON.stringify(separator))
    }
  })

  test('cannot turn the direction of what follows, or hide anything', () => {
    for (const control of [
      '\u202e',
      '\u2066',
      '\u2067',
      '\u200f',
      '\u061c',
      '\u200b',
      '\ufeff',
      '\u00ad',
      '\u{e0041}',
    ]) {
      const { text, html } = rendered({ kind: 'password_changed', at }, 'en', `Ac${control}me`)
      assert.ok(text.includes('Account: Acme\n'), JSON.stringify(control))
      assert.ok(html.includes('<strong>Acme</strong>'), JSON.stringify(control))
    }
  })

  test('does not become a link in a mail program', () => {
    const { text } = rendered(
      { kind: 'password_changed', at },
      'en',
      'Win at https://evil.example/x or www.evil.example',
    )
    assert.doesNotMatch(text, /https:\/\/evil|evil\.example/)
    assert.ok(text.replaceAll('\u200b', '').includes('Win at https://evil.example/x or www.evil.example'))
  })

  test('is cut, and is never nothing', () => {
    assert.equal(toDisplayName('ą'.repeat(255)), `${'ą'.repeat(80)}…`)
    assert.equal(toDisplayName('\u200b\u202e'), '–')
    assert.equal(toDisplayName('  Spółka z o.o.  '), 'Spółka z o.\u200bo.')
  })
})
