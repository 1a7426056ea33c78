import { access, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { CheckFailure, isScriptName, UnsupportedError } from '@wachta/checks'

/** A test file that the owner of the sensor has put on its machine. */
export interface Script {
  /** The project that it belongs to. */
  readonly directory: string
  readonly file: string
  /** The program that runs tests. */
  readonly runner: string
}

const runnerPath = 'node_modules/@playwright/test/cli.js'

/**
 * Finds the file that a service names. If it is missing, the sensor cannot run the check, which says nothing about the
 * service: another sensor may have the file.
 */
export async function findScript(directory: string, name: string): Promise<Script> {
  if (!isScriptName(name)) throw createOutsideFailure(name)
  const root = await realpath(directory).catch(() => null)
  if (root === null) throw new UnsupportedError(`this sensor runs no scripts: there is no ${directory}`)
  const file = join(root, name)
  const target = await realpath(file).catch(() => null)
  if (target === null) throw new UnsupportedError(`this sensor has no script ${name}`)
  if (!target.startsWith(`${root}${sep}`)) throw createOutsideFailure(name)
  const runner = join(root, runnerPath)
  const isInstalled = await access(runner).then(
    () => true,
    () => false,
  )
  if (!isInstalled) throw new UnsupportedError('this sensor runs no scripts: @playwright/test is not installed')
  return { directory: root, file, runner }
}

const createOutsideFailure = (name: string): CheckFailure =>
  new CheckFailure('settings_invalid', `${name} is not a file in the scripts directory`)
