import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBrandingFile, listFiles, renderSignIn, type SignInProblem, type VisitorAccess } from '@wachta/status-page'
import { makeHostileView } from './support/hostile.ts'
import { makeSampleView } from './support/sample-view.ts'

const kinds = ['password', 'link', 'users'] as const
const toAccess = (kind: (typeof kinds)[number]): VisitorAccess => ({
  ...{ kind, publicKey: null, generation: 1 },
  signInUrl: kind === 'users' ? 'https://app.example.com/status-page/nordlicht' : null,
})
const view = makeSampleView()
const render = (kind: (typeof kinds)[number], language: 'en' | 'pl' = 'en', problem: SignInProblem | null = null) =>
  renderSignIn(view, { access: toAccess(kind), path: '', language, problem })

test('the page for signing in says what visitors need, in both languages', () => {
  assert.match(render('password'), /<form class="card" method="post">[\s\S]*type="password"[\s\S]*Open page/)
  assert.match(render('password', 'pl'), /Podaj hasło/)
  assert.match(render('link'), /opens with a link/)
  assert.doesNotMatch(render('link'), /<form|<a class="button"/)
  assert.match(
    render('users', 'pl'),
    /<a class="button" href="https:\/\/app\.example\.com\/status-page\/nordlicht">Zaloguj/,
  )
  for (const kind of kinds) assert.doesNotMatch(render(kind), /<script/)
})

test('every problem is said in words, in both languages', () => {
  const texts = (['wrong_password', 'too_many', 'not_valid', 'unavailable'] as const).flatMap((problem) =>
    (['en', 'pl'] as const).map((language) => /role="alert">([^<]+)</.exec(render('password', language, problem))?.[1]),
  )
  assert.equal(new Set(texts).size, 8)
  assert.doesNotMatch(render('password'), /role="alert"/)
})

test('nothing that is written on the page is on the page for signing in', () => {
  const names = view.sections.flatMap(({ name, components }) => [name, ...components.map((one) => one.name)])
  const posts = view.posts.flatMap(({ title, updates }) => [title, ...updates.map(({ text }) => text)])
  const secrets = [view.title, view.description, view.theme.footer, ...names, ...posts].filter(
    (text) => text.length > 3,
  )
  assert.ok(secrets.length > 8)
  for (const kind of kinds)
    for (const secret of secrets)
      assert.ok(secret === view.theme.brandName || !render(kind).includes(secret), `${kind}: ${secret}`)
  assert.deepEqual([...listFiles(view), 'logo'].filter(isBrandingFile).sort(), ['favicon.ico', 'logo', 'style.css'])
})

test('a hostile brand or address runs nothing', () => {
  const hostile = makeHostileView(() => '"><script>alert(1)</script>')
  const access = { ...toAccess('users'), signInUrl: 'javascript:alert(1)' }
  const html = renderSignIn(hostile, { access, path: 'posts/x', language: 'en', problem: null })
  assert.doesNotMatch(html, /<script|javascript:/)
  assert.match(html, /href="\.\/\.\.\/style\.css"/)
})
