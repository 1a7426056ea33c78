import { resolve } from 'node:path'
import { CommandError } from '@wachta/cli'
import { type Engine, stopLeftover, superviseEngine } from '../engines/engine.ts'
import { findLockHolder, lockDataDirectory } from './lock-directory.ts'
import { openSingleNode, readSingleNodeVariables, resolveDataDirectory } from './open-single-node.ts'
import { ensureDatabase } from './setup.ts'

type SingleNodeWork<T> = (variables: NodeJS.ProcessEnv) => Promise<T>

/**
 * Runs work with the database of an existing data directory. If the installation is not running, its PostgreSQL is
 * started for the duration of the work.
 */
export async function useSingleNode<T>(
  path: string,
  processVariables: NodeJS.ProcessEnv,
  work: SingleNodeWork<T>,
): Promise<T> {
  const variables = await readSingleNodeVariables(path, processVariables)
  const directory = resolve(path)
  return (await findLockHolder(directory)) === undefined
    ? withDatabase(directory, processVariables, work)
    : work(variables)
}

/** Runs work with the empty database of a new data directory, which may contain only keys. */
export async function useNewSingleNode<T>(
  path: string,
  processVariables: NodeJS.ProcessEnv,
  work: SingleNodeWork<T>,
): Promise<T> {
  return withDatabase(await resolveDataDirectory(path), processVariables, work)
}

async function withDatabase<T>(
  directory: string,
  processVariables: NodeJS.ProcessEnv,
  work: SingleNodeWork<T>,
): Promise<T> {
  await using _held = await lockDataDirectory(directory)
  const singleNode = await openSingleNode(directory, processVariables)
  const postgres = singleNode.engines.find(({ name }) => name === 'postgres')
  await using _running = postgres && (await start(postgres))
  if (postgres) await ensureDatabase(singleNode.variables['DATABASE_URL'] ?? '')
  return await work(singleNode.variables)
}

async function start(engine: Engine): Promise<AsyncDisposable> {
  const ready = Promise.withResolvers<true>()
  const child = superviseEngine(engine).start(() => ready.resolve(true))
  if ((await Promise.race([ready.promise, child.ended])) !== true)
    throw new CommandError({
      en: `PostgreSQL did not start. ${engine.directory}/postgres.log says why.`,
      pl: `PostgreSQL nie uruchomił się. Powód jest w ${engine.directory}/postgres.log.`,
    })
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.ended
      await stopLeftover(engine)
    },
  }
}
