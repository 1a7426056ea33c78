import type { openDatabase } from '@wachta/database'
import { addRawJob, loadJobNames } from '@wachta/testing/jobs'
import { garbageJson } from './values.ts'

/** Queues a job of every task that a process has registered with every payload. Returns how many. */
export async function plantJobs(db: ReturnType<typeof openDatabase>): Promise<number> {
  const names = await loadJobNames(db)
  if (names.length < 3) throw new Error(`the processes registered only ${names.length} tasks`)
  const payloads = [
    ...garbageJson,
    // The notifications with garbage in their row, together with one that does not exist.
    JSON.stringify({ notifications: [...garbageJson.keys()].map((index) => 1_000_000 + index).concat(1) }),
  ]
  for (const name of names) for (const payload of payloads) await addRawJob(db, name, { json: payload })
  return names.length * payloads.length
}
