import { runWithServers } from './main.ts'

/** A proof prints what it found, its figure last, and says with what code to exit. */
interface Proof {
  run(args: string[]): Promise<number>
}

/** The proofs that can be asked for: npm run prove -- matrix */
const proofs: Readonly<Record<string, () => Promise<Proof>>> = {
  faults: () => import('../packages/operate/test/prove/faults.ts'),
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

async function main([name = '', ...args]: string[]): Promise<number> {
  const load = Object.hasOwn(proofs, name) ? proofs[name] : undefined
  if (!load) throw new Error(`No proof ${name}; there are: ${Object.keys(proofs).join(', ')}`)
  const { run } = await load()
  return run(args)
}

if (import.meta.main) await runWithServers(main)
