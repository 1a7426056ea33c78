import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { addCustomerWithRule, sensor_ids } from '@wachta/testing/notifier/add-customer-with-rule'
import { addServices, openAlarms } from '@wachta/testing/notifier/alarms'
import { findPeerProcess } from '@wachta/testing/notifier/peer-process'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'
import { sql } from 'kysely'

/** Longer than the time after which a notifier is considered dead and others take over its jobs. */
const frozenMs = 16_000

test('a notifier that freezes and resumes sends no duplicates and loses nothing', {
  timeout: 180_000,
}, async () => {
  const notifiers: ChildProcess[] = []
  await using provider = await openProvider(() => notifiers.flatMap(({ pid }) => pid ?? []))
  await using server = await createTestDatabase()
  await using owner = openDatabase(server.url, { role: null, connections: 1 })
  await using database = openDatabase(server.url)
  await addCustomerWithRule(owner, [{ channel_id: 'json_post', address: provider.url }])
  const services = await addServices(owner, 200, sensor_ids)
  notifiers.push(startNotifier(server.url), startNotifier(server.url))
  const [victim] = notifiers
  assert.ok(victim)
  try {
    // Each notifier has three workers: for alerts, for mails to subscribers and for their messages on the web.
    await until(async () => (await database.query(sql`select from queue_worker where expires_at > now()`)).length === 6)
    const alarms = await openAlarms(database, sensor_ids)
    await alarms.fail(services)
    // Some messages have been sent, some are being sent, and some are waiting.
    await until(async () => provider.taken.length >= 30 && provider.underWay(victim.pid) >= 3, 1)
    victim.kill('SIGSTOP')
    await wait(frozenMs)
    victim.kill('SIGCONT')
    await until(async () => (await left()) === 0)
    const copies = provider.taken.filter((id, index) => provider.taken.indexOf(id) !== index)
    assert.deepEqual(copies, [])
    assert.equal(provider.taken.length, services.length)
  } finally {
    for (const each of notifiers) {
      each.kill('SIGCONT')
      each.kill('SIGKILL')
    }
  }

  async function left(): Promise<number> {
    const [row] = await database.query(sql<{
      count: number
    }>`select (select count(*) from notification where status = 'pending')
  + (200 - (select count(*) from notification)) as count`)
    return Number(row?.count)
  }
})

/** Starts a customer's server, which is slow. */
async function openProvider(pids: () => number[]) {
  const taken: string[] = []
  const senders = new Map<Socket, number | undefined>()
  const unanswered = new Set<Socket>()
  const server = createServer((request, response) => {
    const { socket } = request
    taken.push(String(request.headers['wachta-id']))
    unanswered.add(socket)
    const answer = () => {
      unanswered.delete(socket)
      response.writeHead(200).end('{}')
    }
    request.resume().on('end', () => setTimeout(answer, 300))
  })
  server.on('connection', (socket) => void senders.set(socket, findPeerProcess(socket, pids())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    taken,
    underWay: (pid: number | undefined) => [...unanswered].filter((socket) => senders.get(socket) === pid).length,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const keys = `test:${randomBytes(32).toString('base64')}`

function startNotifier(url: string): ChildProcess {
  return fork(new URL('../src/main.ts', import.meta.url), {
    env: {
      ...getBasicEnvironment(),
      DATABASE_URL: url,
      SECRET_KEYS: keys,
      METRICS_PORT: '0',
      EGRESS_ALLOW: '127.0.0.0/8',
    },
    execArgv: [],
    silent: true,
  })
}

async function until(holds: () => Promise<boolean>, everyMs = 50): Promise<void> {
  for (const end = Date.now() + 100_000; Date.now() < end; ) {
    if (await holds()) return
    await wait(everyMs)
  }
  assert.fail('it did not happen in time')
}
