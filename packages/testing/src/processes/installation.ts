import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listStreamNames, openBus } from '@wachta/bus'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { getBasicEnvironment } from './basic-environment.ts'

/** The database, broker cell and folder of a test, and the environment variables that name them. */
export interface TestInstallation extends AsyncDisposable {
  readonly database: TestDatabase
  readonly folder: string
  readonly cell: string
  readonly environment: Readonly<Record<string, string>>
}

const natsUrl = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'

export async function createTestInstallation(): Promise<TestInstallation> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-operate-'))
  const cell = `operate-${randomUUID().slice(0, 8)}`
  return {
    ...{ database, folder, cell },
    environment: {
      ...getBasicEnvironment(),
      DATABASE_URL: database.url,
      DATABASE_CONNECTIONS: '4',
      NATS_URL: natsUrl,
      NATS_STORE_BYTES: '70000000',
      CELL: cell,
      SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
      OBJECTS_URL: `file://${folder}/objects`,
      HTTP_PORT: '0',
      PAGES_PORT: '0',
      METRICS_PORT: '0',
    },
    async [Symbol.asyncDispose]() {
      await using bus = await openBus({ url: natsUrl, cell, name: 'cleaning' })
      for (const stream of listStreamNames(cell)) await bus.manager.streams.delete(stream).catch(() => undefined)
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
