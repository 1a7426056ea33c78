import { findAddresses } from './addresses.ts'
import { repositoryRoot } from './tree.ts'

/** Each says in its last line what it measured, and whether every answer was right. */
const benchmarks: Readonly<Record<string, (args: string[]) => Promise<boolean>>> = {
  search: async (args) => (await import('../packages/api/test/bench/search.ts')).benchSearch(args),
}

/** npm run bench -- search --seconds 10 */
async function main([name = '', ...args]: string[]): Promise<number> {
  const benchmark = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined
  if (!benchmark) throw new Error(`npm run bench -- takes one of: ${Object.keys(benchmarks).join(', ')}`)
  Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
  return (await benchmark(args)) ? 0 : 1
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
