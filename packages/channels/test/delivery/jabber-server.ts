import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCarriers } from '@wachta/channels/carriers'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'
import { accounts, startProsody } from './prosody.ts'
import { isTemporaryRejection } from './refusal.ts'

/** An XMPP server with a module that follows the wanted behaviour. */
export const jabberServer: ProviderFixture = {
  channel: 'jabber',
  carries: ['id', 'thread'],
  asksToWait: false,
  // Characters that XML does not allow are dropped, and all line ends become \n.
  toArrivingText: (text) =>
    text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''),
  start: startJabberServer,
}

async function startJabberServer(): Promise<Provider> {
  const prosody = await startProsody({ behaving: true })
  const [behaviourFile, arrivalsFile] = [join(prosody.folder, 'behaviour'), join(prosody.folder, 'arrivals')]
  const carriers = await openCarriers({
    jabber: {
      url: `xmpp://wachta:${accounts.wachta}@127.0.0.1:${prosody.port}?domain=localhost`,
      limits: { answerTimeoutMs: 2_000, lateRejectionWaitMs: 10 },
    },
  })
  return {
    carriers,
    to: { address: 'duty@localhost' },
    secrets: [accounts.wachta],
    get arrived() {
      const lines = readFileSync(arrivalsFile, 'utf8').split('\n').slice(0, -1)
      return lines.map((line): ReceivedMessage => JSON.parse(line))
    },
    behave: (behaviour) => writeFileSync(behaviourFile, `${wordOf(behaviour)}\n`),
    [Symbol.asyncDispose]: async () => {
      await carriers[Symbol.asyncDispose]()
      await prosody[Symbol.asyncDispose]()
    },
  }
}

function wordOf(behaviour: Behaviour): string {
  if (behaviour.does !== 'status') return behaviour.does
  return isTemporaryRejection(behaviour.status) ? 'wait' : 'cancel'
}
