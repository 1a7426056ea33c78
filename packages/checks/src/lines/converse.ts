import { CheckFailure } from '../failure.ts'
import type { TlsOptions } from '../network/network.ts'
import type { Probe } from '../probe.ts'
import { Lines, type ProtocolErrors } from './lines.ts'
import { Transcript } from './transcript.ts'

/** How long to wait for the server to close the session, in milliseconds. */
const maxFarewellWaitMs = 200

export interface Conversation {
  readonly host: string
  readonly port: number
  /** How to encrypt from the first byte; null to start without encryption. */
  readonly tls: TlsOptions | null
  /** Whether the connection must be encrypted before a secret is sent. */
  readonly confidential: boolean
  readonly errorTypes: ProtocolErrors
  /** The line that ends a successful session; null if the protocol has none. */
  readonly farewell: string | null
  /** The time limit of the whole check in milliseconds, and the limit of its response time if there is one. */
  readonly timeout: number
  readonly maximumResponseTime?: number | null
}

/**
 * Runs a dialogue with a server. The response time ends with the dialogue, before the goodbye. The transcript is kept
 * as evidence if the check fails.
 */
export async function converse(
  conversation: Conversation,
  probe: Probe,
  runDialogue: (lines: Lines) => Promise<void>,
): Promise<void> {
  const { confidential, errorTypes, farewell, maximumResponseTime = null } = conversation
  const started = probe.now()
  const transcript = new Transcript()
  probe.onFailure(() => {
    if (transcript.text !== '') probe.keep('transcript', transcript.text)
  })
  const lines = new Lines(await openConnection(conversation, probe), { probe, transcript, errorTypes, confidential })
  await runDialogue(lines)
  const elapsed = probe.now() - started
  probe.setResponseTime(elapsed)
  if (maximumResponseTime !== null && elapsed > maximumResponseTime)
    throw new CheckFailure('timeout_total', `answered in ${Math.round(elapsed)} ms, more than ${maximumResponseTime}`)
  await lines.leave(farewell, Math.min(maxFarewellWaitMs, (conversation.timeout - elapsed) / 2))
}

async function openConnection({ host, port, tls }: Conversation, probe: Probe) {
  const socket = await probe.network.connect({ host, port })
  return tls === null ? socket : probe.network.secure(socket, tls)
}
