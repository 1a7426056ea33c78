import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import type { Message } from '@wachta/channels'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'
import { addNotification, addOccurrence, type Installation, install, service, startTime } from './installation.ts'
import { keeper, plainChannels } from './providers.ts'
import { senderOf } from './sender.ts'

let installation: Installation
before(async () => {
  installation = await install()
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(() => installation.database.query(sql`delete from artifact`))

async function keepArtifact(
  sensor_id: number,
  artifact_id: string,
  content: string | undefined,
  size = content?.length ?? 10,
) {
  const key = `evidence/${sensor_id}/${artifact_id.replaceAll('_', '-')}`
  await installation.database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at)
values (${service}, ${startTime}, ${sensor_id}, ${artifact_id}, ${key}, 'text/plain', ${`../${artifact_id}-${sensor_id}.txt`}, ${size}, false, now())`)
  if (content !== undefined) await installation.objects.put(key, Buffer.from(content))
}

async function delivered(
  channel_id: string,
  address: string,
  objects: Pick<ObjectStore, 'get'> = installation.objects,
): Promise<Message> {
  const { messages, keep } = keeper()
  const occurrence_id = await addOccurrence(installation.database)
  const id = await addNotification(installation.database, { occurrence_id, channel_id, address })
  await senderOf(installation, { objects, channel: plainChannels({ [channel_id]: keep }) })(id)
  const [message] = messages
  assert.ok(message)
  return message
}

const names = ({ attachments }: Message) => attachments.map(({ fileName }) => fileName)

test('evidence of failed checks is attached in the order of the template, and nothing else', async () => {
  await keepArtifact(1, 'headers', 'HTTP/1.1 500')
  await keepArtifact(2, 'traceroute', 'the way')
  await keepArtifact(2, 'har', 'not asked for')
  await keepArtifact(5, 'traceroute', 'of a check that was well')
  const message = await delivered('email_extended', 'jan@example.com')
  assert.deepEqual(names(message), ['__headers-1.txt', '__traceroute-2.txt'])
  assert.equal(Buffer.from(message.attachments[1]?.content ?? []).toString(), 'the way')
  assert.deepEqual(names(await delivered('slack', 'https://example.com/x')), [])
  assert.deepEqual(names(await delivered('email_short', 'jan@example.com')), [])
})

test('at most five attachments of two megabytes in total are added', async () => {
  for (const sensor of [1, 2, 3, 4]) {
    await keepArtifact(sensor, 'traceroute', 'p')
    await keepArtifact(sensor, 'headers', 'h')
  }
  assert.equal((await delivered('email_extended', 'jan@example.com')).attachments.length, 5)
  await installation.database.query(sql`delete from artifact`)
  await keepArtifact(1, 'traceroute', 'a'.repeat(1_500_000))
  await keepArtifact(2, 'traceroute', 'b'.repeat(1_000_000))
  await keepArtifact(3, 'traceroute', 'c'.repeat(3_000_000))
  assert.deepEqual(names(await delivered('email_extended', 'jan@example.com')), ['__traceroute-1.txt'])
})

test('pictures of steps are one choice of a template; if they are too many, the last ones are attached', async () => {
  const { database } = installation
  await database.query(sql`insert into template (id, owner_id, name, channel_id, artifact_type_ids)
values (1, 1, 'Pictures', 'email', '{screenshot,screenshot_step}')`)
  await database.query(sql`insert into custom_template (contact_id, channel_id, template_id) values (20, 'email', 1)`)
  for (const step of [1, 2, 3, 4, 9, 10]) await keepArtifact(1, `screenshot_step_${step}`, 'a step')
  await keepArtifact(1, 'screenshot', 'the end')
  await keepArtifact(1, 'screenshot_steps', 'of another type')
  assert.deepEqual(names(await delivered('email', 'jan@example.com')), [
    '__screenshot-1.txt',
    ...[3, 4, 9, 10].map((step) => `__screenshot_step_${step}-1.txt`),
  ])
  await database.query(sql`delete from custom_template`)
})

test('missing, unreachable or grown evidence does not stop the message', async () => {
  await keepArtifact(1, 'traceroute', undefined)
  await keepArtifact(2, 'traceroute', 'has grown', 3)
  await keepArtifact(3, 'headers', 'there')
  assert.deepEqual(names(await delivered('email_extended', 'jan@example.com')), ['__headers-3.txt'])
  const broken = { get: () => Promise.reject(new Error('the store is gone')) }
  assert.deepEqual(names(await delivered('email_extended', 'jan@example.com', broken)), [])
})

test('a store that does not answer holds up no message', { timeout: 20_000 }, async () => {
  await keepArtifact(1, 'headers', 'there')
  const silent = { get: () => new Promise<never>(() => undefined) }
  assert.deepEqual(names(await delivered('email_extended', 'jan@example.com', silent)), [])
  const stalling = { get: async () => ({ size: 5, stream: new PassThrough() }) }
  assert.deepEqual(names(await delivered('email_extended', 'jan@example.com', stalling)), [])
})
