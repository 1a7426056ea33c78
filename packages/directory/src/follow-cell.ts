import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { type Name, replaceNames, storeCellSize, updateNames } from './store.ts'

const pollIntervalMs = 250
const pauseAfterErrorMs = 2_000
const measureIntervalMs = 10_000
const maxChanges = 1_000

export interface NameFollower {
  readonly directory: Database
  /** The name and the database of the cell. */
  readonly name: string
  readonly url: string
  readonly log: Log
  readonly stopping: AbortSignal
  /** Called after names were added or removed. */
  readonly onChange: () => void
}

/**
 * Copies the names of a cell to the directory: all of them at the start, to make up for missed changes, and then those
 * that change. It keeps trying while the cell is unavailable.
 */
export async function followCell(follower: NameFollower): Promise<void> {
  const { log, stopping, name, url } = follower
  const onError = (err: Error) => log.warn({ err, cell: name }, 'a connection to a cell broke')
  await using source = openDatabase(url, { role: 'wachta_directory', connections: 1, onError })
  let cell: number | undefined
  let measuredAt = Number.NEGATIVE_INFINITY
  while (!stopping.aborted)
    try {
      if (performance.now() - measuredAt > measureIntervalMs) {
        cell = await measure(source, follower.directory, cell)
        measuredAt = performance.now()
        follower.onChange()
      }
      if (cell !== undefined && (await copyChanges(source, follower, cell)) === maxChanges) continue
      await pause(pollIntervalMs, stopping)
    } catch (err) {
      log.warn({ err, cell: name }, 'the names of a cell cannot be read')
      await pause(pauseAfterErrorMs, stopping)
    }
}

interface Size {
  readonly number: number
  readonly accounts: number
  readonly services: number
}

/** Stores the size of the cell; the first time, also copies all of its names. */
async function measure(source: Database, directory: Database, knownNumber: number | undefined): Promise<number> {
  const [size] = await source.query(sql<Size>`select * from measure_cell()`)
  if (size === undefined) throw new Error('the database has no cell')
  if (knownNumber === undefined)
    await replaceNames(directory, size.number, await source.query(sql<Name>`select * from list_directory_names()`))
  await storeCellSize(directory, size.number, size)
  return size.number
}

interface Change extends Name {
  readonly id: number
  /** Whether the cell has the name now. */
  readonly is_here: boolean
}

async function copyChanges(source: Database, { directory, onChange }: NameFollower, cell: number): Promise<number> {
  const changes = await source.query(sql<Change>`select * from list_directory_changes(${maxChanges})`)
  if (changes.length === 0) return 0
  await updateNames(directory, cell, {
    added: changes.filter(({ is_here }) => is_here),
    removed: changes.filter(({ is_here }) => !is_here),
  })
  onChange()
  // Only after the copy: copying a name twice changes nothing, but dropping it before it is copied would lose it.
  await source.query(sql`select drop_directory_changes(${changes.map(({ id }) => id)}::bigint[])`)
  return changes.length
}

const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => undefined)
