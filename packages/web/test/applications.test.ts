import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderScreen } from './support/render-screen.ts'

const request = {
  application_name: 'Wall <b>display</b>',
  client_id: 'b7c41f0e',
  registered_by: 'Anna Nowak',
  redirect_host: 'wall.example.com',
  client_ip_address: null,
  scopes: ['services:read', 'incidents:write', 'offline_access'],
  expires_at: '2026-01-01T00:15:00Z',
}

const screen = {
  file: 'applications/authorize.tsx',
  component: 'AuthorizationDecision',
  answers: [],
  properties: { uid: 'request', request },
} as const

test('the consent page names the application, its redirect URL and each scope, and every scope can be deselected', async () => {
  const html = await renderScreen({ ...screen, language: 'en' })
  assert.match(html, /Allow “Wall &lt;b&gt;display&lt;\/b&gt;” to use your account\?/)
  for (const fact of ['Anna Nowak', 'wall.example.com', 'Services: read', 'Incidents: read and change'])
    assert.ok(html.includes(fact), fact)
  assert.equal(html.match(/type="checkbox"/g)?.length, 3)
  assert.match(html, />Allow<\/button>/)
})

test('an account that calls itself the installation does not look like it', async () => {
  const render = (registered_by: string | null) =>
    renderScreen({ ...screen, language: 'en', properties: { uid: 'request', request: { ...request, registered_by } } })
  const badge = /data-badge="installation"[^>]*>(<[^>]*>|[^<])*This installation</
  assert.match(await render(null), badge)
  const disguised = await render('This installation')
  assert.doesNotMatch(disguised, badge)
  assert.ok(disguised.includes('Account “This installation”'))
  // The id cannot be chosen, so it distinguishes applications with the same name.
  assert.ok(disguised.includes(request.client_id))
})

test('the same is asked in Polish', async () => {
  const html = await renderScreen({ ...screen, language: 'pl' })
  assert.match(html, /Zezwolić aplikacji „Wall &lt;b&gt;display&lt;\/b&gt;” na korzystanie z konta\?/)
  assert.ok(html.includes('Dostęp pod Twoją nieobecność'))
})
