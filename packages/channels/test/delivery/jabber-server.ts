import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCarriers } from '@wachta/channels/carriers'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'
import { accounts, startProsody } from './prosody.ts'
import { isForNow } from './refusal.ts'

/** A server of XMPP with a module that behaves as it is told. */
export const jabberServer: ProviderFixture = {
  channel: 'jabber',
  carries: ['id', 'thread'],
  asksToWait: false,
  // What XML cannot write is left out, and it knows one end of a line only.
  carried: (text) =>
    text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''),
  start: startJabberServer,
}

async function startJabberServer(): Promise<Provider> {
  const prosody = await startProsody({ behaving: true })
  const [behaviourFile, arrivalsFile] = [join(prosody.folder, 'behaviour'), join(prosody.folder, 'arrivals')]
  const carriers = await openCarriers({
    jabber: {
      url: `xmpp://wachta:${accounts.wachta}@127.0.0.1:${prosody.port}?domain=localhost`,
      limits: { answer: 2_000, lateRefusal: 10 },
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
  return isForNow(behaviour.status) ? 'wait' : 'cancel'
}
