import { loadFromFolder } from './load-folder.ts'
import { runWithServers } from './main.ts'
import { requirePrograms } from './programs.ts'

/** A proof prints its findings, with the result line last, and returns its exit code. */
interface Proof {
  run(args: string[]): Promise<number>
}

/** npm run prove -- matrix */
async function main([name = '', ...args]: string[]): Promise<number> {
  const { run } = await loadFromFolder<Proof>('proofs', name)
  requirePrograms(`prove ${name}`)
  return run(args)
}

if (import.meta.main) await runWithServers(main)
