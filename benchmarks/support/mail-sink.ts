import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AcceptedMessage } from '@wachta/testing/notifier/sinks'

const program = fileURLToPath(new URL('./fixtures/mail-sink.ts', import.meta.url))

/** Starts a mail server in a process of its own, and calls back with each notification that it accepts. */
export async function startMailSink(
  onAccepted: (accepted: AcceptedMessage) => void,
): Promise<{ readonly port: number } & Disposable> {
  const child = fork(program)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  child.on('message', (accepted) => onAccepted(accepted as AcceptedMessage))
  return { port, [Symbol.dispose]: () => void child.kill() }
}
