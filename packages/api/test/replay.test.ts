import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { accountKinds, additionalUser, ownPassword, subaccount } from './replay/account.ts'
import type { FetchLike } from './replay/client.ts'
import { group } from './replay/group.ts'
import { groupShare } from './replay/group-share.ts'
import { notificationAddress } from './replay/notification-address.ts'
import { periodicReportAddress } from './replay/periodic-report-address.ts'
import type { Scenario, Scene } from './replay/scenario.ts'
import { service } from './replay/service.ts'
import { type Caller, type Stage, setStage } from './replay/stage.ts'
import { suspension, weeklySuspension } from './replay/suspension.ts'
import { createSpoiler, type Spoiler, type TamperingCase, tamperings, withoutField } from './replay/tampering.ts'
import { userData, userSetting } from './replay/user-data.ts'

/** The requests of a public Terraform provider for this interface, by resource. */
const scenarios: readonly Scenario[] = [
  service,
  group,
  groupShare,
  notificationAddress,
  periodicReportAddress,
  suspension,
  weeklySuspension,
  userData,
  userSetting,
  additionalUser,
  subaccount,
  ownPassword,
]

let stage: Stage

before(async () => {
  stage = await setStage()
})
after(async () => {
  await stage[Symbol.asyncDispose]()
})

for (const scenario of scenarios)
  for (const caller of callersOf(scenario))
    test(`${scenario.resource}: a client keeps it as it is used to, as ${caller}`, async () => {
      await scenario.play(await stage.scene(caller))
    })

test('what an additional user creates belongs to the account that it acts for', async () => {
  const { client, accountId, ownerId } = await stage.scene('additional user')
  assert.notEqual(ownerId, accountId)
  const me = await client.read('/accounts/my_account', accountKinds)
  assert.deepEqual([me.id, me.parent_account_id], [accountId, ownerId])
})

test('a client with the password of another user is rejected', async () => {
  const { as, password } = await stage.scene('holder')
  await as('nobody_at_all', password).refused('GET', '/accounts/my_account', 401)
})

for (const tampering of tamperings)
  test(`a server that answers with ${tampering.title} is found out by every client that meets it`, async () => {
    const { fields: only } = tampering
    let met = 0
    for (const scenario of scenarios.filter(({ fields }) => !only || only.some((name) => fields.includes(name)))) {
      const spoiler = createSpoiler()
      met += await assertFound(scenario, tampering, spoiler, await stage.scene('holder', spoiler.send))
    }
    assert.ok(met > 0, 'no client has met it')
  })

for (const scenario of scenarios.filter(({ fields }) => fields.length > 0))
  test(`${scenario.resource}: a server that leaves out a field of it is found out`, async () => {
    const spoiler = createSpoiler()
    const scene = await stage.scene('holder', spoiler.send)
    for (const field of scenario.fields)
      assert.ok(await assertFound(scenario, withoutField(field), spoiler, scene), `${field} was never read`)
  })

test('a server that says that it has changed something, and has not, is found out', async () => {
  const forgetful: FetchLike = async (address, sent) =>
    sent.method === 'PUT' ? { status: 204, headers: new Headers(), text: async () => '' } : await fetch(address, sent)
  for (const scenario of [service, group, groupShare, userData, userSetting, additionalUser])
    await assert.rejects(scenario.play(await stage.scene('holder', forgetful)), scenario.resource)
})

test('a server that says that it has deleted something, and has not, is found out', async () => {
  const hoarding: FetchLike = async (address, sent) =>
    sent.method === 'DELETE'
      ? { status: 204, headers: new Headers(), text: async () => '' }
      : await fetch(address, sent)
  for (const scenario of [service, group, groupShare, userSetting, additionalUser])
    await assert.rejects(scenario.play(await stage.scene('holder', hoarding)), /instead of 404/, scenario.resource)
})

test('nothing follows the head of an answer that says 204', async () => {
  const { accountId, password, client } = await stage.scene('holder')
  const { username } = await client.read('/accounts/my_account', accountKinds)
  const put = request(`/v3/user_data/${accountId}/settings/theme`, `${username}:${password}`)
  const answer = await spoken(stage.port, put)
  assert.match(answer, /^HTTP\/1\.1 204 /)
  assert.equal(bodyOf(answer), '')
  assert.doesNotMatch(answer, /^(content-type|content-length|transfer-encoding):/im)
})

test('what follows the head of an answer is seen', async () => {
  const talkative = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n{}'))
  }).listen(0, '127.0.0.1')
  await once(talkative, 'listening')
  const address = talkative.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  assert.equal(bodyOf(await spoken(port, request('/', 'a:b'))), '{}')
  talkative.close()
})

/** Plays the scenario with tampered answers and returns how many it received. If any, the scenario must fail. */
async function assertFound(
  scenario: Scenario,
  tampering: TamperingCase,
  spoiler: Spoiler,
  scene: Scene,
): Promise<number> {
  spoiler.start(tampering)
  const failure = await scenario.play(scene).then(
    () => undefined,
    (error: Error) => error,
  )
  const touched = spoiler.touched()
  const said = failure?.message ?? 'nothing was noticed'
  if (touched > 0) assert.match(said, tampering.found, `${scenario.resource}: ${tampering.title}`)
  return touched
}

function callersOf({ callers }: Scenario): readonly Caller[] {
  return callers === 'holder' ? ['holder'] : ['holder', 'additional user']
}

const request = (path: string, credentials: string): string =>
  `PUT ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Basic ${Buffer.from(credentials).toString('base64')}\r\nContent-Length: 6\r\n\r\n"dark"`

async function spoken(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

const bodyOf = (answer: string): string => answer.slice(answer.indexOf('\r\n\r\n') + 4)
