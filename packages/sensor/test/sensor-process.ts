import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { findFreePort } from '@wachta/testing/free-port'
import { getBasicEnvironment } from '@wachta/testing/processes/basic-environment'

/** Starts a sensor process that may check this machine. */
export const spawnSensor = (variables: Readonly<Record<string, string>>): ChildProcessByStdio<null, null, Readable> =>
  spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...getBasicEnvironment(),
      ...{ SENSOR_ANCHORS: 'none', SENSOR_BROWSER: 'off', SENSOR_ALLOWED_RANGES: '127.0.0.0/8', METRICS_PORT: '0' },
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

export interface SensorProcess extends AsyncDisposable {
  readonly child: ReturnType<typeof spawnSensor>
  /** Returns what is not ready; undefined if the process does not answer. */
  failing(): Promise<readonly string[] | undefined>
  /** Returns the value of a series; NaN if there is none. */
  metric(series: string): Promise<number>
}

/** Starts a sensor process whose metrics port can be read. The process is killed at the end. */
export async function startSensorProcess(variables: Readonly<Record<string, string>>): Promise<SensorProcess> {
  const port = await findFreePort()
  const child = spawnSensor({ ...variables, METRICS_PORT: String(port) })
  child.stderr.pipe(process.stderr)
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
  return {
    child,
    async failing() {
      const answer = (await (await ask('/ready'))?.json()) as { readonly failing: readonly string[] } | undefined
      return answer?.failing
    },
    async metric(series) {
      const lines = ((await (await ask('/metrics'))?.text()) ?? '').split('\n')
      return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length) ?? Number.NaN)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
  }
}
