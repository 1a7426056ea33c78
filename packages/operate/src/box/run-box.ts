import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language, Output } from '@wachta/cli'
import { supervisedEngine } from '../engines/engine.ts'
import { type Guest, type Household, serve } from '../serve/serve.ts'
import { furnishBox } from './furnish.ts'
import { holdBox } from './hold-box.ts'
import { catchMail } from './mail-catcher.ts'
import { type Box, openBox } from './open-box.ts'

export interface BoxRun {
  readonly directory: string
  readonly environment: NodeJS.ProcessEnv
  readonly out: Output
  readonly language: Language
  /** What runs beside the roles, such as sensors: called when the interface is served. */
  guests(box: Box): Promise<readonly Guest[]>
  /** Called when all has been started. */
  announce(box: Box, isNew: boolean): void
}

/** Runs the installation that a folder holds, and sets it up where there is none. */
export async function runBox({ directory, environment, out, language, guests, announce }: BoxRun): Promise<never> {
  const held = await holdBox(directory)
  const isNew = !existsSync(join(directory, 'box.json'))
  if (isNew) out.progress({ en: `setting up ${directory} …`, pl: `przygotowuję ${directory} …` })
  const box = await openHeld(directory, environment, held)
  // From here on the roles, and what we start for them, find all of it in their environment.
  Object.assign(process.env, box.variables)
  const household: Household = {
    engines: box.engines.map(supervisedEngine),
    async prepare(own) {
      own.use(held, 'folder')
      if (box.owned.has('mail'))
        own.use(await catchMail({ folder: join(directory, 'mail'), port: box.mailPort, log: own.log }), 'mail catcher')
      await furnishBox(box, { language, progress: out.progress })
      out.progress({ en: 'starting the processes …', pl: 'uruchamiam procesy …' })
    },
    guests: () => guests(box),
    started: () => announce(box, isNew),
  }
  return serve({ withSensor: false, household })
}

/** What cannot be opened is not held either. */
async function openHeld(directory: string, environment: NodeJS.ProcessEnv, held: AsyncDisposable): Promise<Box> {
  try {
    return await openBox(directory, environment)
  } catch (error) {
    await held[Symbol.asyncDispose]()
    throw error
  }
}
