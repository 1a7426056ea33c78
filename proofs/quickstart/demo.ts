import { setTimeout as wait } from 'node:timers/promises'
import type { Shell } from './shell.ts'

const plainServiceCount = 14
const browserServiceCount = 2

/** Signs in with the password that the demo prints, and waits until the status of all its services is known. */
export async function waitForDemoStatuses(shell: Shell, address: string, timeout_ms: number): Promise<void> {
  const end = Date.now() + timeout_ms
  await shell.waitForOutput(/^\s*(?:Password|Hasło):\s+\S+$/m, timeout_ms)
  const [, password = ''] = /^\s*(?:Password|Hasło):\s+(\S+)$/m.exec(shell.printed()) ?? []
  const authorization = `Basic ${Buffer.from(`demo:${password}`).toString('base64')}`
  let lastStatuses: unknown
  for (; Date.now() < end; await wait(500)) {
    const answer = await fetch(`${address}/v3/service_statuses?limit=100`, { headers: { authorization } }).catch(
      () => undefined,
    )
    if (!answer?.ok) continue
    const services = (await answer.json()) as { service_id: number; status: string }[]
    lastStatuses = services
    const expected =
      plainServiceCount +
      (/no checks in a browser|bez sprawdzeń w przeglądarce/.test(shell.printed()) ? 0 : browserServiceCount)
    if (services.length >= expected && services.every(({ status }) => status !== 'unknown')) return
  }
  throw new Error(`not all services of the demo have a status: ${JSON.stringify(lastStatuses)?.slice(0, 2_000)}`)
}
