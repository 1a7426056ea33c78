import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildContextOptions } from '../src/devices.ts'

test('a phone and a tablet have the version of the real browser, and a user agent of the settings comes first', () => {
  const agentOf = (settings: Readonly<Record<string, string>>) =>
    buildContextOptions(settings, '163.0.7712.4').userAgent
  assert.match(agentOf({ device: 'phone' }) ?? '', / Chrome\/163\.0\.0\.0 Mobile Safari\//)
  assert.match(agentOf({ device: 'tablet' }) ?? '', / Chrome\/163\.0\.0\.0 Safari\//)
  assert.equal(agentOf({ device: 'desktop' }), undefined, 'the browser has its own')
  assert.equal(agentOf({ device: 'phone', user_agent: 'Wachta' }), 'Wachta')
})
