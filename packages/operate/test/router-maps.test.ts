import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createTemporaryDirectory } from '@wachta/testing/daemon'
import { mapNames } from '../src/cells/router-config.ts'
import { type RouterMaps, replaceMaps } from '../src/cells/router-maps.ts'

test('a map that HAProxy does not accept is reported, and not committed', async (t) => {
  await using folder = await createTemporaryDirectory()
  const socket = join(folder.path, 'haproxy.sock')
  const commands: string[] = []
  let refusal = ''
  const router = createServer({ allowHalfOpen: true }, async (connection) => {
    const [command = ''] = (await text(connection)).split(' ')
    commands.push(command)
    const answers: Record<string, string> = { prepare: 'New version created: 7\n', add: refusal }
    connection.end(`${answers[command] ?? ''}\n`)
  }).listen(socket)
  t.after(() => router.close())
  await once(router, 'listening')
  const maps = Object.fromEntries(mapNames.map((name) => [name, [['anna', 1]]])) as unknown as RouterMaps
  await replaceMaps(socket, folder.path, maps)
  assert.equal(commands.filter((command) => command === 'commit').length, mapNames.length)
  commands.length = 0
  refusal = 'Out of memory error.\n'
  await assert.rejects(replaceMaps(socket, folder.path, maps), /HAProxy did not accept a map: Out of memory error\./)
  assert.deepEqual(commands, ['prepare', 'add'])
})
