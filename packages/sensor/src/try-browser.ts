import { type BrowserAbility, findBrowser } from '@wachta/browser'
import type { Static } from 'typebox'
import type { Config } from './config.ts'

/** Finds out whether checks can run in a browser, unless the configuration forbids it. */
export async function tryBrowser(
  { SENSOR_BROWSER }: Pick<Static<typeof Config>, 'SENSOR_BROWSER'>,
  log: { info(ability: object, message: string): void },
): Promise<BrowserAbility> {
  if (SENSOR_BROWSER === 'off') return { isAble: false, reason: 'switched off by SENSOR_BROWSER' }
  const ability = await findBrowser()
  log.info(ability, ability.isAble ? 'checks can run in a browser' : 'checks cannot run in a browser')
  return ability
}
