import type { Installation } from './installation.ts'
import { pagePath, pageText } from './outside.ts'

/** What the sensor with a browser says of itself and of a page, and what it says without its permissions. */
export interface BrowserSeen {
  readonly ability: Ability
  readonly confined: Ability
  readonly outcome: { readonly result: string; readonly metrics: Readonly<Record<string, number>> } | null
}

type Ability = { readonly isAble: true } | { readonly isAble: false; readonly reason: string }

const packages = '/opt/wachta/packages'

/** Run inside the sensor: whether it can start a browser, and a check of the page at the address, if there is one. */
const program = `
import { createBrowserProcesses, findBrowser } from '${packages}/browser/src/index.ts'
const [address] = process.argv.slice(1)
const ability = await findBrowser()
const outcome = ability.isAble && address !== undefined
  ? await createBrowserProcesses({ ...ability, allow: ['172.16.0.0/12'] }).run(
      { type_id: 'fullpage', address, settings: { wait_for_text: '${pageText}' }, timeout_ms: 60000 },
    )
  : null
console.log(JSON.stringify({ ability, outcome }))
process.exit()`

const words = `--input-type=module -e '${program.replaceAll("'", `'\\''`)}'`
const withBrowser = '-f deploy/compose.browser.yaml'
const asConfined = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges:true'

/** Builds the image with a browser and checks a page with it, with the permissions of compose and without them. */
export async function checkInBrowser({ compose, docker }: Installation, targetPort: number): Promise<BrowserSeen> {
  await compose(`${withBrowser} build --quiet sensor`)
  const address = `http://172.17.0.1:${targetPort}${pagePath}`
  const run = `${withBrowser} run --rm --no-deps -T --entrypoint node sensor ${words} -- ${address}`
  const seen = JSON.parse(await compose(run)) as Omit<BrowserSeen, 'confined'>
  const alone = await docker(`run --rm ${asConfined} --entrypoint node wachta-sensor-browser:proof ${words}`)
  return { ...seen, confined: JSON.parse(alone).ability }
}

export function judgeBrowser({ ability, confined, outcome }: BrowserSeen): string[] {
  if (!ability.isAble) return [`the sensor cannot run a browser: ${ability.reason}`]
  const { result, metrics } = outcome ?? { result: 'not checked', metrics: {} }
  return [
    ...(result === 'ok' ? [] : [`the page in the browser: ${JSON.stringify(outcome)}`]),
    // The page and the picture that it asks for.
    ...(metrics['request_count'] === 2 ? [] : [`the browser made ${metrics['request_count']} requests`]),
    ...(confined.isAble ? ['a browser starts without the permissions that compose gives'] : []),
  ]
}
