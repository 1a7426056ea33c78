import assert from 'node:assert/strict'
import { json } from './chats.ts'
import { webFixture } from './web-provider.ts'

/** Products that open and close alerts: what they accept and reject. */

const key = '3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b'

const opsgenie = webFixture({
  channel: 'opsgenie',
  carries: ['id', 'thread', 'kind'],
  address: () => key,
  settings: (base) => ({ opsgenie: { url: base } }),
  read: (request) => {
    assert.equal(request.headers['authorization'], `GenieKey ${key}`)
    const [, version, alerts, alias, action] = request.url.pathname.split('/').map(decodeURIComponent)
    assert.deepEqual([version, alerts], ['v2', 'alerts'])
    const body = json(request)
    if (alias !== undefined) {
      assert.deepEqual([action, request.url.searchParams.get('identifierType')], ['close', 'alias'])
      return { text: body.note, subject: '', thread: alias, kind: 'end' }
    }
    assert.ok(body.message.length >= 1 && body.message.length <= 130 && body.alias.length <= 512)
    assert.ok(body.description.length <= 15_000 && JSON.stringify(body.details).length <= 8_000)
    return { text: body.description, subject: body.message, id: body.details.id, thread: body.alias, kind: 'start' }
  },
  reply: () => ({ status: 202, body: '{"result":"Request will be processed"}' }),
})

const pagerduty = webFixture({
  channel: 'pagerduty',
  carries: ['id', 'thread', 'kind'],
  address: () => 'CANARYabcdef0123456789abcdef0123',
  settings: (base) => ({ pagerduty: { url: base } }),
  read: (request) => {
    assert.equal(request.url.pathname, '/v2/enqueue')
    const { routing_key, event_action, dedup_key, payload } = json(request)
    assert.equal(routing_key, 'CANARYabcdef0123456789abcdef0123')
    assert.ok(payload.summary.length >= 1 && payload.summary.length <= 1_024 && payload.source !== '')
    assert.ok(['critical', 'error', 'warning', 'info'].includes(payload.severity) && dedup_key.length <= 255)
    const kind = event_action === 'resolve' ? 'end' : 'start'
    return { text: payload.summary, id: payload.custom_details.id, thread: dedup_key, kind }
  },
  reply: () => ({ status: 202, body: '{"status":"success"}' }),
})

const alerta = webFixture({
  channel: 'alerta',
  carries: ['id', 'thread', 'kind'],
  address: (base) => `${base}/api?api-key=CANARY-API-KEY`,
  secrets: ['CANARY-API-KEY'],
  read: (request) => {
    assert.equal(`${request.url.pathname}${request.url.search}`, '/api/alert?api-key=CANARY-API-KEY')
    const { environment, resource, event, service, severity, text, attributes } = json(request)
    assert.ok(environment === 'Production' && service.length === 1 && service[0] !== '')
    const kind = severity === 'normal' ? 'end' : 'start'
    return { text, id: attributes.id, thread: `${environment} ${resource} ${event}`, kind }
  },
  reply: () => ({ status: 201, body: '{"status":"ok"}' }),
})

export const alerts = [opsgenie, pagerduty, alerta] as const
