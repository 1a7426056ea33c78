import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Scene } from './scene.ts'

/** An answer of a monitored service; times by the clock of this machine. */
export interface TargetAnswer {
  readonly service: number
  readonly slot: number
  /** When the request came. */
  readonly arrivedAt: number
  /** When the answer was sent. */
  readonly answeredAt: number
  readonly isFailing: boolean
}

const program = fileURLToPath(new URL('./fixtures/target.ts', import.meta.url))

/** Starts the monitored services, and calls back with each answer that they give. */
export async function startTarget(
  { services, from }: Scene,
  onAnswered: (answered: TargetAnswer) => void,
): Promise<{ readonly port: number } & Disposable> {
  const child = fork(program, [String(services), String(from)])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  child.on('message', (answered) => onAnswered(answered as TargetAnswer))
  return { port, [Symbol.dispose]: () => void child.kill() }
}
