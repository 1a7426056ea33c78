import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findBinaries } from '@wachta/operate/engines/binaries'
import { stopDaemon } from '@wachta/operate/engines/daemon'
import { startProcess } from '@wachta/testing/processes/start-process'
import { startNats } from '../../tools/dev-servers/nats.ts'
import { readCpuSeconds } from '../support/processor-seconds.ts'

export interface PlannerFigures {
  readonly assignedSeconds: number
  readonly processorSeconds: number
  readonly peakBytes: number
}

interface PlannerTask {
  readonly url: string
  /** The number of assignments to publish. */
  readonly assignments: number
}

const maxMinutes = 30

/** Starts a planner on a broker without assignments, and waits until all are published. */
export async function measurePlanner({ url, assignments }: PlannerTask): Promise<PlannerFigures> {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'wachta-bench-million-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const nats = await startNats(findBinaries(['nats']).get('nats') ?? '', folder)
  cleanup.defer(() => stopDaemon(nats.daemon))
  const began = performance.now()
  const planner = cleanup.use(
    startProcess('planner', {
      ...{ DATABASE_URL: url, NATS_URL: nats.address, SECRET_KEYS: `bench:${randomBytes(32).toString('base64')}` },
      NODE_OPTIONS: '--max-old-space-size=12000',
    }),
  )
  for (const deadline = began + maxMinutes * 60_000; performance.now() < deadline; await wait(500)) {
    if (planner.child.exitCode !== null) break
    const port = planner.metricsPort()
    const text = port === undefined ? '' : await readMetrics(port)
    if (readGauge(text, 'assignments') === assignments && readGauge(text, 'unpublished_services') === 0)
      return {
        assignedSeconds: (performance.now() - began) / 1000,
        processorSeconds: readCpuSeconds(planner.child.pid),
        peakBytes: readPeakBytes(planner.child.pid),
      }
  }
  throw new Error(`the planner did not publish all assignments: ${planner.log().slice(-2000)}`)
}

/** Returns an empty text if the planner does not answer in time, which happens while it computes. */
const readMetrics = (port: string): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.text())
    .catch(() => '')

const readGauge = (text: string, name: string): number =>
  Number(new RegExp(`^wachta_planner_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)

function readPeakBytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
