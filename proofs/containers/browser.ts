import { setTimeout as wait } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { pagePath, pageText } from './outside.ts'

/** The outcome of a page check in the browser of an installation's sensor. */
export interface BrowserFindings {
  /** The number of stored results of each kind. */
  readonly ok: number
  readonly error: number
  readonly unknown: number
  /** The messages of checks that were not ok. */
  readonly messages: readonly string[]
  /** The types of the stored evidence. */
  readonly evidence: readonly string[]
  /** The reported state of the browser: null if it works. */
  readonly fault: string | null
  /** Processes in the container that have ended and were not reaped. */
  readonly zombies: number
  /** Whether a browser starts in the same image without the permissions of compose. */
  readonly startsConfined: boolean
}

const image = 'wachta-sensor-browser:proof'
const browserComposeFile = '-f deploy/compose.browser.yaml'
const confinedOptions = '--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges:true'
const interval_s = 15
/** A new sensor makes its first browser check after 45 seconds. */
const timeoutMs = 240_000
const minOkChecks = 3

/** Enables the browser of the sensor as the installation page says, and waits until it has checked a page. */
export async function checkInBrowser(
  installation: Installation,
  targetPort: number,
  broken: string | undefined,
): Promise<BrowserFindings> {
  const { apply, compose, docker, query } = installation
  await compose(`${browserComposeFile} build --quiet sensor`)
  if (broken === 'init') await docker(`build --quiet --tag ${image} -`, withoutInit)
  await compose(`${browserComposeFile} up --wait --wait-timeout 300`)
  await query('update package set minimum_interval = 1;')
  await apply(pageService(targetPort))
  const counts = await waitUntilChecked(installation)
  const evidenceTypes = await query(
    `select distinct a.artifact_id from artifact a join service s on s.id = a.service_id where s.type_id = 'fullpage' order by 1;`,
  )
  const messages = await query(
    `select distinct d.error_message from check_detail d join service s on s.id = d.service_id where s.type_id = 'fullpage' and d.error_message is not null limit 5;`,
  )
  const fault = await query(
    'select coalesce(browser_reason, case when not browser_able then $$unable$$ end) from sensor_state;',
  )
  return {
    ...counts,
    messages: messages.split('\n').filter(Boolean),
    evidence: evidenceTypes.split('\n').filter(Boolean),
    fault: fault || null,
    zombies: await countZombies(installation),
    startsConfined: await canStartConfined(installation),
  }
}

const requiredEvidence = ['content', 'har', 'screenshot']

export function judgeBrowser(findings: BrowserFindings): string[] {
  const { ok, error, unknown, messages, evidence, fault, zombies } = findings
  const missing = requiredEvidence.filter((each) => !evidence.includes(each))
  return [
    ...(fault === null ? [] : [`the sensor cannot run a browser: ${fault}`]),
    ...(ok >= minOkChecks
      ? []
      : [`the page in the browser: ${ok} ok, ${error} errors, ${unknown} unknown: ${messages.join(' / ')}`]),
    ...(error === 0 ? [] : [`${error} checks of a page without faults failed`]),
    ...missing.map((each) => `the successful check stored no ${each}`),
    ...(zombies === 0 ? [] : [`${zombies} processes have ended in the container and were not reaped`]),
    ...(findings.startsConfined ? ['a browser starts without the permissions that compose gives'] : []),
  ]
}

type Counts = Pick<BrowserFindings, 'ok' | 'error' | 'unknown'>

async function waitUntilChecked({ query }: Installation): Promise<Counts> {
  for (const end = Date.now() + timeoutMs; ; await wait(2_000)) {
    const row =
      await query(`select coalesce(sum(ok_checks_count), 0), coalesce(sum(error_checks_count), 0), coalesce(sum(unknown_checks_count), 0)
from analysis a join service s on s.id = a.service_id where s.type_id = 'fullpage';`)
    const [ok = 0, error = 0, unknown = 0] = row.split('|').map(Number)
    if (ok >= minOkChecks || Date.now() > end) return { ok, error, unknown }
  }
}

/**
 * Returns the number of zombies after a process has lost its parent and ended: the first process of the container has
 * to reap it.
 */
async function countZombies({ compose }: Installation): Promise<number> {
  await compose(`${browserComposeFile} exec -T sensor sh -c '(sleep 1 &)'`)
  await wait(3_000)
  const states = await compose(`${browserComposeFile} exec -T sensor sh -c 'cat /proc/[0-9]*/stat'`)
  return states.split('\n').filter((line) => /\) Z /.test(line)).length
}

const findBrowserScript = `
import { findBrowser } from '/opt/wachta/packages/browser/src/index.ts'
console.log((await findBrowser()).isAble)
process.exit()`

async function canStartConfined({ docker }: Installation): Promise<boolean> {
  const words = `--input-type=module -e '${findBrowserScript.replaceAll("'", `'\\''`)}'`
  return (await docker(`run --rm ${confinedOptions} --entrypoint node ${image} ${words}`)) === 'true'
}

/** The negative control: the sensor is the first process of its container. */
const withoutInit = `FROM ${image}
ENTRYPOINT ["/opt/wachta/bin/wachta-sensor"]
`

const pageService = (port: number): string => `services:
  - { external_id: proofpage, type_id: fullpage, name: proof page, address: "http://172.17.0.1:${port}${pagePath}", interval: ${interval_s}, extended_settings: { wait_for_text: "${pageText}" } }
`
