import type { openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { garbageJson } from './values.ts'

/** Queues a job of every task that a process has registered with every payload. Returns how many. */
export async function plantJobs(db: ReturnType<typeof openDatabase>): Promise<number> {
  const tasks = await db.query(sql<{ identifier: string }>`select identifier from graphile_worker._private_tasks`)
  if (tasks.length < 3) throw new Error(`the processes registered only ${tasks.length} tasks`)
  const payloads = [
    ...garbageJson,
    // The notifications with garbage in their row, together with one that does not exist.
    JSON.stringify({ notifications: [...garbageJson.keys()].map((index) => 1_000_000 + index).concat(1) }),
  ]
  for (const { identifier } of tasks)
    for (const payload of payloads)
      await db.query(sql`select from graphile_worker.add_job(${identifier}, payload => ${payload}::json)`)
  return tasks.length * payloads.length
}
