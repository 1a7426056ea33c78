import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@wachta/testing/free-port'

const rules = fileURLToPath(new URL('../../../../deploy/prometheus/rules.yaml', import.meta.url))

export interface Prometheus extends AsyncDisposable {
  /** The result of a query, with one value per series. */
  query(expr: string): Promise<{ metric: Record<string, string>; value: number }[]>
  /** All rules, and whether they could be evaluated. */
  rules(): Promise<{ name: string; health: string }[]>
}

/** A real Prometheus with our rules that scrapes processes by name and port, every second. */
export async function startPrometheus(directory: string, ports: Readonly<Record<string, string>>): Promise<Prometheus> {
  const port = await findFreePort()
  await mkdir(directory, { recursive: true })
  await copyFile(rules, join(directory, 'rules.yaml'))
  const targets = Object.entries(ports).map(
    ([process, at]) => `      - { targets: ['127.0.0.1:${at}'], labels: { process: ${process} } }`,
  )
  const config = `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: wachta
    static_configs:
${targets.join('\n')}
`
  await writeFile(join(directory, 'prometheus.yaml'), config)
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  return {
    async query(expr) {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`
      // It is not ready immediately.
      const answer = await fetch(url).catch(() => undefined)
      if (!answer?.ok) return []
      const { data } = (await answer.json()) as {
        data: { result: { metric: Record<string, string>; value: [number, string] }[] }
      }
      return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }))
    },
    async rules() {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules`)
      const { data } = (await answer.json()) as { data: { groups: { rules: { name: string; health: string }[] }[] } }
      return data.groups.flatMap((group) => group.rules.map(({ name, health }) => ({ name, health })))
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
