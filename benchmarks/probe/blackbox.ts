import { execFile, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '@wachta/testing/free-port'
import { readCpuSeconds } from '../support/processor-seconds.ts'
import type { CheckRate } from './subjects.ts'

/** Starts the blackbox exporter on one CPU; `wrk` sends the requests. */
export async function startBlackbox(folder: string, ca: string) {
  const config = join(folder, 'blackbox.yml')
  const http = { valid_status_codes: [200], preferred_ip_protocol: 'ip4', tls_config: { ca_file: ca } }
  // Every JSON document is valid YAML.
  writeFileSync(config, JSON.stringify({ modules: { http_2xx: { prober: 'http', timeout: '5s', http } } }))
  const address = `127.0.0.1:${await findFreePort()}`
  const child = spawn('prometheus-blackbox-exporter', [`--config.file=${config}`, `--web.listen-address=${address}`], {
    env: { ...process.env, GOMAXPROCS: '1' },
    stdio: 'ignore',
  })
  await waitUntilReady(`http://${address}/-/healthy`)
  const probe = (url: string) => `http://${address}/probe?module=http_2xx&target=${encodeURIComponent(url)}`
  return {
    async run(url: string, seconds: number): Promise<CheckRate> {
      const answer = await (await fetch(probe(url))).text()
      if (!answer.includes('probe_success 1')) throw new Error(`the exporter cannot reach ${url}`)
      const before = readCpuSeconds(child.pid)
      const { stdout } = await promisify(execFile)('wrk', ['-t1', '-c10', `-d${seconds}s`, probe(url)])
      const done = Number(/(\d+) requests in/.exec(stdout)?.[1])
      return { rate: done / (readCpuSeconds(child.pid) - before), wrong: 0 }
    },
    stop: () => child.kill('SIGKILL'),
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(100)
  }
  throw new Error('the exporter did not start')
}
