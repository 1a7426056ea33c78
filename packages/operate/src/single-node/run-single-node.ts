import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CliLanguage, Output } from '@wachta/cli'
import { superviseEngine } from '../engines/engine.ts'
import { type AdditionalProcess, type SingleNodeHooks, serve } from '../serve/serve.ts'
import { lockDataDirectory } from './lock-directory.ts'
import { catchMail } from './mail-catcher.ts'
import { openSingleNode, type SingleNode } from './open-single-node.ts'
import { runSetupStep } from './setup-step.ts'

export interface SingleNodeRun {
  readonly directory: string
  readonly environment: NodeJS.ProcessEnv
  readonly out: Output
  readonly language: CliLanguage
  /** Returns additional processes, such as sensors; called once the API is ready. */
  additionalProcesses(singleNode: SingleNode): Promise<readonly AdditionalProcess[]>
  /** Called when everything has been started. */
  announce(singleNode: SingleNode, isNew: boolean): void
}

/** Runs the installation in a data directory, and sets it up first if there is none. */
export async function runSingleNode({
  directory,
  environment,
  out,
  language,
  additionalProcesses,
  announce,
}: SingleNodeRun): Promise<never> {
  const lock = await lockDataDirectory(directory)
  const isNew = !existsSync(join(directory, 'box.json'))
  if (isNew) out.progress({ en: `setting up ${directory} …`, pl: `przygotowuję ${directory} …` })
  const singleNode = await openLocked(directory, environment, lock)
  // From here on, child processes inherit these variables.
  Object.assign(process.env, singleNode.variables)
  const hooks: SingleNodeHooks = {
    engines: singleNode.engines.map(superviseEngine),
    async prepare(own) {
      own.use(lock, 'folder')
      if (singleNode.owned.has('mail'))
        own.use(
          await catchMail({ folder: join(directory, 'mail'), port: singleNode.mailPort, log: own.log }),
          'mail catcher',
        )
      await runSetupStep({ name: 'set up', installation: singleNode, language }, out.progress)
      out.progress({ en: 'starting the processes …', pl: 'uruchamiam procesy …' })
    },
    additionalProcesses: () => additionalProcesses(singleNode),
    onStarted: () => announce(singleNode, isNew),
  }
  return serve({ withSensor: false, singleNode: hooks })
}

/** Opens the installation, and releases the lock if that fails. */
async function openLocked(
  directory: string,
  environment: NodeJS.ProcessEnv,
  lock: AsyncDisposable,
): Promise<SingleNode> {
  try {
    return await openSingleNode(directory, environment)
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}
