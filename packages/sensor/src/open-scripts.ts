import { resolve, sep } from 'node:path'
import { type BrowserAbility, createScriptChecks } from '@wachta/browser'
import { type ScriptChecks, UnsupportedError } from '@wachta/checks'
import type { Static } from 'typebox'
import type { Config } from './config.ts'
import type { SensorIdentity } from './enrol.ts'

interface ScriptConditions {
  readonly scope: SensorIdentity['scope']
  readonly browser: BrowserAbility
  readonly log: { warn(reason: object, message: string): void }
}

/**
 * Opens the directory of scripts, if the owner of the sensor has named one. A public sensor runs no scripts, because it
 * checks services of other accounts than its owner's.
 */
export function openScripts(
  config: Pick<Static<typeof Config>, 'SENSOR_SCRIPTS' | 'SENSOR_DIRECTORY'>,
  { scope, browser, log }: ScriptConditions,
): ScriptChecks | undefined {
  if (config.SENSOR_SCRIPTS === undefined) return undefined
  const [directory, hidden] = [resolve(config.SENSOR_SCRIPTS), resolve(config.SENSOR_DIRECTORY)]
  // SENSOR_DIRECTORY is hidden from running scripts, so scripts inside it could not be read.
  if (`${directory}${sep}`.startsWith(`${hidden}${sep}`))
    throw new Error('SENSOR_SCRIPTS must not be inside SENSOR_DIRECTORY')
  const reason = scope === 'public' ? 'it is not a private sensor' : browser.isAble ? null : browser.reason
  if (reason === null) return createScriptChecks({ directory, hiddenDirectory: hidden })
  log.warn({ reason }, 'SENSOR_SCRIPTS is set, but this sensor runs no scripts')
  return {
    async runScript() {
      throw new UnsupportedError(`this sensor runs no scripts: ${reason}`)
    },
  }
}
