import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssignedRevision } from '@wachta/bus'
import { saveAssignments, saveState } from '@wachta/sensor/src/saved-state.ts'
import { createAssignment, createTemporaryDirectory } from '@wachta/testing/sensor'

export interface SensorLoad {
  readonly services: number
  readonly interval_ms: number
  readonly revision: Partial<AssignedRevision>
  /** The certificate authority that issued the certificates of the targets. */
  readonly ca?: string
}

export interface LoneSensor extends AsyncDisposable {
  readonly pid: number
  readonly startedAt: number
  /** Returns the value of a metric; the name includes the labels as they are served. */
  readMetric(name: string): Promise<number>
}

/** The smallest young generation, which the shipped programs use too. */
const flags = ['--max-semi-space-size=2']

/** Starts a sensor process as shipped, without a centre: its assignments are on its disk. */
export async function startLoneSensor({ services, interval_ms, revision, ca }: SensorLoad): Promise<LoneSensor> {
  const directory = await createTemporaryDirectory()
  const now = Date.now()
  await saveState(directory.path, { host: '', valid_until: now + 86_400_000, committed: [], taken: [], segment: 0 })
  // Spread evenly over the interval, like the phases of services.
  const computePhase = (index: number) => Math.floor((index * interval_ms) / services)
  await saveAssignments(
    directory.path,
    Array.from({ length: services }, (_, index) =>
      createAssignment(index + 1, { ...revision, phase_ms: computePhase(index), interval_ms }, index % 8),
    ),
  )
  const startedAt = Date.now()
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, '../../packages/sensor/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NATS_URL: process.env['NATS_URL'],
      CELL: `bench-${process.pid}`,
      SENSOR_ID: '1',
      SENSOR_DIRECTORY: directory.path,
      SENSOR_ANCHORS: 'none',
      SENSOR_BROWSER: 'off',
      SENSOR_ALLOWED_RANGES: '127.0.0.0/8',
      METRICS_PORT: '0',
      ...(ca && { NODE_EXTRA_CA_CERTS: ca }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await readMetricsPort(child.stdout)
  return {
    pid: child.pid ?? 0,
    startedAt,
    async readMetric(name) {
      const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? Number.NaN)
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'close')
      await directory[Symbol.asyncDispose]()
    },
  }
}

async function readMetricsPort(output: NodeJS.ReadableStream): Promise<number> {
  for await (const text of output) {
    const port = /"port":(\d+)/.exec(String(text))?.[1]
    if (port !== undefined) {
      output.resume()
      return Number(port)
    }
  }
  throw new Error('the sensor ended before it served its metrics')
}

/** Returns the memory of a process in bytes. */
export async function readProcessMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}
