import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listStreamNames, openBus } from '@wachta/bus'
import { addPackage } from '@wachta/testing/api/accounts'
import { addSensor } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { findFreePort } from '@wachta/testing/free-port'
import { startProcess } from '@wachta/testing/processes/start-process'
import { type Smtp, startSmtp } from '@wachta/testing/smtp'

/** Everything that an operator runs, each as a separate process, and a web server to watch. */
export interface Installation extends AsyncDisposable {
  /** The address of the app. */
  readonly address: string
  /** Direct access to the same database, to read what is recorded. */
  readonly api: TestApi
  readonly smtp: Smtp
  readonly target: { readonly address: string; status: number }
  /** Waits for something that takes a slot or two; if it does not happen, reports the logs of all processes. */
  eventually<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T>
}

const nats = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
const patience = 90_000

export async function startInstallation(): Promise<Installation> {
  await using started = new AsyncDisposableStack()
  const cell = `e2e-${randomUUID().slice(0, 8)}`
  const folder = await mkdtemp(join(tmpdir(), 'wachta-e2e-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const keys = `test:${randomBytes(32).toString('base64')}`
  const objects = `file://${folder}/objects`
  const api = started.use(await startApi({ objects, keys }))
  await addPackage(api.owner, { interval: 5, sensors: 5 })
  const smtp = started.use(await startSmtp())
  const target = await startTarget()
  started.defer(() => void target.server.close())
  started.defer(() => deleteStreams(cell))

  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const centre = {
    DATABASE_URL: api.test.url,
    DATABASE_CONNECTIONS: '5',
    NATS_URL: nats,
    NATS_STORE_BYTES: '70000000',
    CELL: cell,
    SECRET_KEYS: keys,
    OBJECTS_URL: objects,
    PUBLIC_URL: address,
    HTTP_PORT: String(port),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Wachta <duty@wachta.test>',
    EGRESS_ALLOW: '127.0.0.0/8',
  }
  const processes = ['api', 'planner', 'analyst', 'reporter', 'notifier'].map((name) => startProcess(name, centre))
  for (const name of ['Warszawa', 'Kraków', 'Gdańsk']) {
    const id = await addSensor(api.owner, { name })
    processes.push(
      startProcess('sensor', {
        NATS_URL: nats,
        CELL: cell,
        SENSOR_ID: String(id),
        SENSOR_DIRECTORY: join(folder, `sensor-${id}`),
        SENSOR_ANCHORS: 'none',
        SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
      }),
    )
  }
  started.defer(async () => {
    await Promise.all(processes.map((each) => each[Symbol.asyncDispose]()))
  })

  const installation = {
    address,
    api,
    smtp,
    target,
    async eventually<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
      const until = Date.now() + patience
      while (Date.now() < until) {
        const found = await find()
        if (found !== undefined) return found
        await wait(100)
      }
      return assert.fail(`${what} did not come\n${processes.map((each) => each.log()).join('\n')}`)
    },
  }
  await installation.eventually('the app', async () => {
    const reply = await fetch(address).catch(() => undefined)
    return reply?.ok || undefined
  })
  const parts = started.move()
  return { ...installation, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

async function startTarget() {
  const target = { address: '', status: 200, server: undefined as unknown as Server }
  target.server = createServer((_request, response) => {
    response.writeHead(target.status, { 'content-type': 'text/plain' }).end('Seen.')
  }).listen(0, '127.0.0.1')
  await once(target.server, 'listening')
  target.address = `http://127.0.0.1:${(target.server.address() as AddressInfo).port}/`
  return target
}

/** Deletes the streams, because the broker outlives the test. */
async function deleteStreams(cell: string): Promise<void> {
  await using bus = await openBus({ url: nats, cell, name: 'cleaning' })
  for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
}
