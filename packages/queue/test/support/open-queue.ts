import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { startWorker, type WorkerLog, type WorkerOptions } from '../../src/index.ts'

export interface LogLine {
  readonly level: string
  readonly details: object
  readonly message: string
}

/** A database of its own, with a way to start workers on it and to read what they log. */
export async function openQueue() {
  const server = await createTestDatabase()
  const db = openDatabase(server.url)
  const lines: LogLine[] = []
  const write = (level: string) => (details: object, message: string) => void lines.push({ level, details, message })
  const log: WorkerLog = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  return {
    url: server.url,
    db,
    lines,
    start: (tasks: WorkerOptions['tasks'], more: Partial<WorkerOptions> & { database?: Database } = {}) =>
      startWorker({ database: db, heartbeats: db, tasks, concurrency: 4, log, ...more }),
    /** The database as its owner sees it. */
    openOwner: () => openDatabase(server.url, { role: null, connections: 1 }),
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Waits until the condition holds, and returns how long that took. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 20_000): Promise<number> {
  const start = performance.now()
  while (performance.now() - start < withinMs) {
    if (await holds()) return performance.now() - start
    await wait(20)
  }
  return assert.fail('it did not happen in time')
}
