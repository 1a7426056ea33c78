import assert from 'node:assert/strict'
import { type ProviderRequest, webFixture } from './web-provider.ts'

/** Chat products: what they accept and reject. */

const slack = webFixture({
  channel: 'slack',
  carries: ['id'],
  isSecure: true,
  address: (base) => `${base}/services/T00000000/B00000000/CANARY-HOOK-slack`,
  secrets: ['CANARY-HOOK-slack'],
  read: (request) => {
    const { text: fallback, blocks } = json(request)
    assert.equal(blocks.length, 1)
    const [{ type, block_id, text }] = blocks
    assert.deepEqual([type, text.type], ['section', 'mrkdwn'])
    assert.ok(fallback !== '' && text.text.length >= 1 && text.text.length <= 3_000 && block_id.length <= 255)
    return { text: text.text, id: block_id }
  },
  reply: () => ({ body: 'ok' }),
})

const msTeams = webFixture({
  channel: 'ms_teams',
  carries: [],
  isSecure: true,
  address: (base) => `${base}/workflows/abc/triggers/manual/paths/invoke?sig=CANARY-SIGNATURE`,
  secrets: ['CANARY-SIGNATURE'],
  read: (request) => ({ text: cardOf(request).body[0].items[0].text }),
  reply: () => ({ status: 202, body: '' }),
})

const msTeamsExtended = webFixture({
  channel: 'ms_teams_extended',
  carries: [],
  isSecure: true,
  address: (base) => `${base}/workflows/abc/triggers/manual/paths/invoke?sig=CANARY-SIGNATURE`,
  secrets: ['CANARY-SIGNATURE'],
  read: (request) => {
    const { body, actions } = cardOf(request)
    assert.equal(body[1].type, 'FactSet')
    for (const { title, value } of body[1].facts) assert.ok(title !== '' && value !== '')
    for (const { type, url } of actions) assert.deepEqual([type, URL.canParse(url)], ['Action.OpenUrl', true])
    return { text: body[0].items[0].text }
  },
  reply: () => ({ status: 202, body: '' }),
})

const rocketchat = webFixture({
  channel: 'rocketchat',
  carries: [],
  address: (base) => `${base}/hooks/abc/CANARY-HOOK-rocket`,
  secrets: ['CANARY-HOOK-rocket'],
  read: (request) => ({ text: attachmentOf(request).text }),
})

const mattermost = webFixture({
  channel: 'mattermost',
  carries: [],
  address: (base) => `${base}/hooks/CANARY-HOOK-mattermost`,
  secrets: ['CANARY-HOOK-mattermost'],
  read: (request) => ({ text: attachmentOf(request).text }),
})

const discord = webFixture({
  channel: 'discord',
  carries: [],
  isSecure: true,
  address: (base) => `${base}/api/webhooks/123456789012345678/CANARY-HOOK-discord`,
  secrets: ['CANARY-HOOK-discord'],
  read: (request) => {
    const { embeds, allowed_mentions, content } = json(request)
    assert.equal(request.url.searchParams.get('wait'), 'true')
    assert.deepEqual(allowed_mentions, { parse: [] })
    assert.equal(content, undefined)
    assert.ok(embeds.length === 1 && embeds[0].description.length <= 4_096)
    return { text: embeds[0].description }
  },
})

const telegram = webFixture({
  channel: 'telegram',
  isOurs: true,
  carries: [],
  address: () => '-1001234567890',
  settings: (base) => ({ telegram: { url: base, token: '123456:CANARY-TOKEN' } }),
  secrets: ['CANARY-TOKEN'],
  read: (request) => {
    assert.equal(request.url.pathname, '/bot123456:CANARY-TOKEN/sendMessage')
    const { chat_id, text, parse_mode } = json(request)
    assert.deepEqual([chat_id, parse_mode], ['-1001234567890', undefined])
    assert.ok(text.length >= 1 && text.length <= 4_096)
    return { text }
  },
})

const ntfy = webFixture({
  channel: 'ntfy',
  isOurs: true,
  carries: [],
  address: () => 'CANARY-topic_7',
  settings: (base) => ({ ntfy: { url: base, token: 'CANARY-TOKEN' } }),
  secrets: ['CANARY-TOKEN'],
  read: (request) => {
    assert.deepEqual([request.url.pathname, request.headers['authorization']], ['/', 'Bearer CANARY-TOKEN'])
    const { topic, title, message, priority, tags } = json(request)
    assert.equal(topic, 'CANARY-topic_7')
    assert.ok(Buffer.byteLength(message) <= 4_096 && priority >= 1 && priority <= 5 && Array.isArray(tags))
    return { text: message, subject: title }
  },
})

const room = '!CANARYroom:example.com'

const matrix = webFixture({
  channel: 'matrix',
  isOurs: true,
  carries: ['id'],
  address: () => '#dyżur:example.com',
  settings: (base) => ({ matrix: { url: base, token: 'CANARY-TOKEN' } }),
  secrets: ['CANARY-TOKEN', room],
  read: (request) => {
    assert.equal(request.headers['authorization'], 'Bearer CANARY-TOKEN')
    const parts = request.url.pathname.split('/').map(decodeURIComponent)
    if (request.method === 'GET') {
      assert.deepEqual(parts.slice(1), ['_matrix', 'client', 'v3', 'directory', 'room', '#dyżur:example.com'])
      return undefined
    }
    const id = parts.pop()
    assert.deepEqual(parts.slice(1), ['_matrix', 'client', 'v3', 'rooms', room, 'send', 'm.room.message'])
    const { msgtype, body, 'm.mentions': mentions } = json(request)
    assert.deepEqual([request.method, msgtype, mentions], ['PUT', 'm.text', {}])
    return { text: body, ...(id !== undefined && { id }) }
  },
  reply: ({ method }) => ({
    body: JSON.stringify(method === 'GET' ? { room_id: room, servers: ['example.com'] } : { event_id: '$1' }),
  }),
})

const signal = webFixture({
  channel: 'signal',
  isOurs: true,
  carries: [],
  address: () => '+48 600 100 299',
  settings: (base) => ({ signal: { url: `${base}/bridge/`, number: '+48600100200' } }),
  secrets: ['+48600100299', '+48600100200'],
  read: (request) => {
    assert.equal(request.url.pathname, '/bridge/v2/send')
    const { number, recipients, message } = json(request)
    assert.deepEqual([number, recipients], ['+48600100200', ['+48600100299']])
    return { text: message }
  },
  reply: () => ({ status: 201, body: '{"timestamp":"1763176350000"}' }),
})

export const chats = [
  slack,
  msTeams,
  msTeamsExtended,
  rocketchat,
  mattermost,
  discord,
  telegram,
  ntfy,
  matrix,
  signal,
] as const

/** The parsed body of a request. It is untyped: access to a missing property throws, which rejects the request. */
export function json({ headers, body }: ProviderRequest) {
  assert.match(String(headers['content-type']), /^application\/json/)
  return JSON.parse(body)
}

function cardOf(request: ProviderRequest) {
  assert.ok(Buffer.byteLength(request.body) <= 28_000)
  const { type, attachments } = json(request)
  const [{ contentType, content }] = attachments
  assert.deepEqual([type, contentType], ['message', 'application/vnd.microsoft.card.adaptive'])
  assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.5'])
  return content
}

function attachmentOf(request: ProviderRequest) {
  const { attachments, text } = json(request)
  assert.equal(text, undefined)
  assert.ok(attachments.length === 1 && /^#[0-9a-f]{6}$/.test(attachments[0].color))
  return attachments[0]
}
