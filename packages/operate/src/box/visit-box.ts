import { resolve } from 'node:path'
import { CommandError } from '@wachta/cli'
import { type Engine, endLeftover, supervisedEngine } from '../engines/engine.ts'
import { ensureDatabase } from './furnish.ts'
import { holdBox, holderOf } from './hold-box.ts'
import { boxFolder, openBox, variablesOfBox } from './open-box.ts'

type Work<T> = (variables: NodeJS.ProcessEnv) => Promise<T>

/** Works with the database of a box that there is. Where the box does not run, its PostgreSQL does for as long as it takes. */
export async function visitBox<T>(path: string, set: NodeJS.ProcessEnv, work: Work<T>): Promise<T> {
  const variables = await variablesOfBox(path, set)
  const directory = resolve(path)
  return (await holderOf(directory)) === undefined ? withDatabase(directory, set, work) : work(variables)
}

/** Works with the empty database of a new box, in a folder that holds none yet, or its keys alone. */
export async function visitNewBox<T>(path: string, set: NodeJS.ProcessEnv, work: Work<T>): Promise<T> {
  return withDatabase(await boxFolder(path), set, work)
}

async function withDatabase<T>(directory: string, set: NodeJS.ProcessEnv, work: Work<T>): Promise<T> {
  await using _held = await holdBox(directory)
  const box = await openBox(directory, set)
  const postgres = box.engines.find(({ name }) => name === 'postgres')
  await using _running = postgres && (await start(postgres))
  if (postgres) await ensureDatabase(box.variables['DATABASE_URL'] ?? '')
  return await work(box.variables)
}

async function start(engine: Engine): Promise<AsyncDisposable> {
  const ready = Promise.withResolvers<true>()
  const child = supervisedEngine(engine).start(() => ready.resolve(true))
  if ((await Promise.race([ready.promise, child.ended])) !== true)
    throw new CommandError({
      en: `PostgreSQL did not start. ${engine.directory}/postgres.log says why.`,
      pl: `PostgreSQL nie uruchomił się. Powód jest w ${engine.directory}/postgres.log.`,
    })
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await child.ended
      await endLeftover(engine)
    },
  }
}
