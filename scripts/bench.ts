import { runWithServers } from './main.ts'
import { requirePrograms } from './programs.ts'

/** Each says in its last line what it measured, and whether every answer was right. */
const benchmarks: Readonly<Record<string, (args: string[]) => Promise<boolean>>> = {
  probe: async (args) => (await import('../packages/checks/test/bench/probe.ts')).benchProbe(args),
  chart: async (args) => (await import('../packages/api/test/bench/chart.ts')).benchChart(args),
  search: async (args) => (await import('../packages/api/test/bench/search.ts')).benchSearch(args),
  seal: async (args) => (await import('../packages/evidence/test/bench/seal.ts')).benchSeal(args),
  slots: async (args) => (await import('../packages/sensor/test/bench/slots.ts')).benchSlots(args),
  ingest: async (args) => (await import('../packages/analyst/test/bench/ingest.ts')).benchIngest(args),
  backlog: async (args) => (await import('../packages/analyst/test/bench/backlog.ts')).benchBacklog(args),
  notify: async (args) => (await import('../packages/notifier/test/bench/notify.ts')).benchNotify(args),
  surface: async (args) => (await import('../packages/api/test/bench/surface.ts')).benchSurface(args),
}

/** npm run bench -- search --seconds 10 */
async function main([name = '', ...args]: string[]): Promise<number> {
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  if (!benchmark) throw new Error(`npm run bench -- takes one of: ${Object.keys(benchmarks).join(', ')}`)
  requirePrograms(`bench ${name}`)
  return (await benchmark(args)) ? 0 : 1
}

if (import.meta.main) await runWithServers(main)
