import { readdir } from 'node:fs/promises'
import { runWithServers } from './main.ts'
import { requirePrograms } from './programs.ts'

/** A proof prints what it found, its figure line last, and returns its exit code. */
interface Proof {
  run(args: string[]): Promise<number>
}

/** Proofs that live beside the package they test. */
const packageProofs: Readonly<Record<string, () => Promise<Proof>>> = {
  fuzz: () => import('../packages/api/test/prove/fuzz.ts'),
  guard: () => import('../packages/checks/test/prove/guard.ts'),
  matrix: () => import('../packages/api/test/prove/matrix.ts'),
  notify: () => import('../packages/notifier/test/prove/notify.ts'),
  quickstart: () => import('../packages/operate/test/prove/quickstart.ts'),
  'small-box': () => import('../packages/operate/test/prove/small-box.ts'),
  stop: () => import('../packages/operate/test/prove/stop.ts'),
  truth: () => import('../packages/analyst/test/prove/truth.ts'),
  upgrade: () => import('../packages/operate/test/prove/upgrade.ts'),
}

const proofsFolder = new URL('../proofs/', import.meta.url)

/** npm run prove -- matrix: loads proofs/<name>/main.ts, or the proof of a package. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const folders = (await readdir(proofsFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const names = [...Object.keys(packageProofs), ...folders.map((folder) => folder.name)].toSorted()
  if (!names.includes(name)) throw new Error(`No proof named "${name}". Available: ${names.join(', ')}`)
  requirePrograms(`prove ${name}`)
  const load = packageProofs[name] ?? (() => import(new URL(`${name}/main.ts`, proofsFolder).href) as Promise<Proof>)
  const { run } = await load()
  return run(args)
}

if (import.meta.main) await runWithServers(main)
