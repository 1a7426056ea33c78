import { loadFromFolder } from './load-folder.ts'
import { runWithServers } from './main.ts'
import { requirePrograms } from './programs.ts'

/** A benchmark prints its result line last, and returns whether every answer was right. */
interface Benchmark {
  run(args: string[]): Promise<boolean>
}

/** npm run bench -- search --seconds 10 */
async function main([name = '', ...args]: string[]): Promise<number> {
  const { run } = await loadFromFolder<Benchmark>('benchmarks', name)
  requirePrograms(`bench ${name}`)
  return (await run(args)) ? 0 : 1
}

if (import.meta.main) await runWithServers(main)
