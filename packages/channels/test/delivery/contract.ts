import { inspect } from 'node:util'
import { type Carriers, type Channel, DeliveryError, type Device, type Message, renderTemplate } from '@wachta/channels'
import { awkward } from './awkward.ts'
import { messageTo } from './message.ts'

/**
 * What a provider does with the messages it gets from now on. The statuses are those of HTTP; a provider that speaks
 * something else answers with what is nearest in its own language: a refusal for now where the status is 408, 425, 429 or
 * 5xx, a refusal for good where it is another 4xx. In every refusal it says back all that it was sent, address and key
 * included: providers do.
 */
export type Behaviour =
  | { readonly does: 'ok' }
  | { readonly does: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the connection and the message, and never answers. */
  | { readonly does: 'hang' }
  /** Cuts the connection instead of answering. */
  | { readonly does: 'reset' }

/** A message as the people behind a provider would get it. */
export interface ReceivedMessage {
  /** The text of the message, out of whatever it was wrapped in. */
  readonly text: string
  /** Where the channel has subjects. */
  readonly subject?: string
  /** Where the product has a place for it. */
  readonly id?: string
  /** Where the product ties messages together. */
  readonly thread?: string
  /** Where the product has alerts that are opened and closed: which of the two this was. */
  readonly kind?: 'start' | 'end'
}

/** A real server on a loopback address, started by a fixture. */
export interface Provider extends AsyncDisposable {
  /** Opened with settings that lead to this provider and that give up on one that hangs in less than a second. */
  readonly carriers: Carriers
  /** Well-formed by the channel's own rule, and leading to this provider. */
  readonly to: { readonly address: string; readonly device?: Device }
  /** Keys, tokens and passwords that must appear in no error and no answer. The address is one without being named. */
  readonly secrets: readonly string[]
  /** All that was taken so far, in order. */
  readonly arrived: readonly ReceivedMessage[]
  behave(behaviour: Behaviour): void
}

/** How the provider of one channel looks. The contract is the same for all: see `faultsOfDelivery`. */
export interface ProviderFixture {
  /** The id of the channel. */
  readonly channel: string
  /** What the product has a place for, beside the text. */
  readonly carries: readonly ('id' | 'thread' | 'kind')[]
  /** Whether it can tell us how long to wait, as `Retry-After` does. */
  readonly asksToWait: boolean
  /** Whether the operator's own key opens the door to it: one that is not taken says nothing about the message. */
  readonly isOurs?: boolean
  /** What becomes of a text on its way, where the product itself cannot carry all characters; else it arrives as it is. */
  readonly carried?: (text: string) => string
  start(): Promise<Provider>
}

const promises = { handingOver, tying, refusals, texts } as const

export type PromiseName = keyof typeof promises

/** Everything that the channel promises about handing over a message and does not keep with this provider. */
export async function faultsOfDelivery(
  channel: Channel,
  fixture: ProviderFixture,
  of: readonly PromiseName[] = ['handingOver', 'tying', 'refusals', 'texts'],
): Promise<string[]> {
  await using provider = await fixture.start()
  if (channel.address.findProblem(provider.to.address) !== undefined)
    return ['the fixture has no address of this channel']
  const faults: string[] = []
  for (const promise of of) faults.push(...(await promises[promise]({ channel, fixture, provider })))
  return faults
}

interface ProviderTrial {
  readonly channel: Channel
  readonly fixture: ProviderFixture
  readonly provider: Provider
}

const wait = { 'retry-after': '7' }
const temporary: readonly Behaviour[] = [
  { does: 'status', status: 429, headers: wait },
  { does: 'status', status: 503 },
  { does: 'status', status: 500 },
  { does: 'hang' },
  { does: 'reset' },
]
const permanent: readonly Behaviour[] = [400, 401, 403, 404, 410].map((status) => ({ does: 'status', status }))

async function handingOver(trial: ProviderTrial): Promise<string[]> {
  const { fixture, provider } = trial
  const message = messageTo(provider.to, trial.channel)
  const { answer, arrived } = await handOver(trial, message)
  if (arrived === undefined) return [`not taken: ${answer}`]
  const faults = [...(answer.trim() === '' ? ['no answer'] : []), ...leaks(answer, trial, message)]
  if (fixture.carries.includes('id') && arrived.id !== message.id) faults.push('the id does not arrive')
  return [...faults, ...faultsOfText(trial, message, arrived)]
}

/** Whoever opens or ties by the thread gets the same one at the start and at the end, and another one the next time. */
async function tying(trial: ProviderTrial): Promise<string[]> {
  const { carries } = trial.fixture
  const of = async (kind: 'start' | 'end', thread: string): Promise<ReceivedMessage | undefined> => {
    const message = messageTo(trial.provider.to, trial.channel, { kind, thread, id: `${thread}-${kind}` })
    return (await handOver(trial, message)).arrived
  }
  const [start, end, next] = [await of('start', 'main-o7'), await of('end', 'main-o7'), await of('start', 'main-o8')]
  const faults: string[] = []
  if (start === undefined || end === undefined || next === undefined) faults.push('a start or an end is not taken')
  if (carries.includes('thread') && (start?.thread === undefined || start.thread !== end?.thread)) {
    faults.push('the end is not tied to the start')
  }
  if (carries.includes('thread') && start?.thread === next?.thread) faults.push('two occurrences are tied together')
  if (carries.includes('kind') && (start?.kind !== 'start' || end?.kind !== 'end')) {
    faults.push('the end does not close what the start opened')
  }
  return faults
}

async function refusals(trial: ProviderTrial): Promise<string[]> {
  const faults: string[] = []
  for (const behaviour of [...temporary, ...permanent]) {
    const isAboutUs = trial.fixture.isOurs === true && behaviour.does === 'status' && behaviour.status === 401
    const found = await faultsOfRefusal(trial, behaviour, permanent.includes(behaviour) && !isAboutUs)
    faults.push(...found.map((fault) => `${nameOf(behaviour)}: ${fault}`))
  }
  return faults
}

async function faultsOfRefusal(trial: ProviderTrial, behaviour: Behaviour, isPermanent: boolean): Promise<string[]> {
  const { channel, fixture, provider } = trial
  const message = messageTo(provider.to, channel)
  provider.behave(behaviour)
  const started = performance.now()
  const thrown = await thrownBy(channel, message, provider.carriers)
  const took = performance.now() - started
  provider.behave({ does: 'ok' })
  if (!(thrown instanceof DeliveryError)) return [thrown === undefined ? 'taken for sent' : 'no DeliveryError']
  const faults = leaks(inspect(thrown, { depth: 5, showHidden: true }), trial, message)
  if (thrown.message.trim() === '') faults.push('no answer')
  if (thrown.isPermanent !== isPermanent) faults.push(isPermanent ? 'not permanent' : 'not temporary')
  if (took > 5_000) faults.push('waited too long')
  const asksToWait = fixture.asksToWait && behaviour.does === 'status' && behaviour.status === 429
  if (asksToWait && thrown.retryAfterMs !== 7_000) faults.push('does not tell how long to wait')
  const again = await handOver(trial, message)
  return again.arrived === undefined ? [...faults, 'not taken afterwards'] : faults
}

/** As they stand in a template of a customer, as a value that was put into one, and as long as the channel carries. */
async function texts(trial: ProviderTrial): Promise<string[]> {
  const { channel, provider } = trial
  const faults: string[] = []
  const rendered = (value: string) => renderTemplate('{{service_name}}', { service_name: value }, channel)
  const longest = rendered('ż'.repeat(200_000))
  if (longest.length > channel.maxText) faults.push('rendered too long')
  for (const text of [...awkward.flatMap((each) => [each, rendered(`-${each}-`)]), longest]) {
    const subject = channel.hasSubject
      ? renderTemplate('{{a}}', { a: `-${text}-` }, { escape: 'plain', maxText: 80 })
      : ''
    const message = messageTo(provider.to, channel, { text, subject })
    const { answer, arrived } = await handOver(trial, message)
    if (arrived === undefined) faults.push(`${JSON.stringify(text.slice(0, 60))} is not taken: ${answer}`)
    else faults.push(...faultsOfText(trial, message, arrived))
  }
  return faults
}

function faultsOfText({ channel, fixture }: ProviderTrial, message: Message, arrived: ReceivedMessage): string[] {
  const { carried = (text: string) => text } = fixture
  const quoted = JSON.stringify(message.text.slice(0, 60))
  const faults = arrived.text === carried(message.text) ? [] : [`the text ${quoted} does not arrive as it was`]
  if (channel.hasSubject && arrived.subject !== message.subject) faults.push(`the subject of ${quoted} does not arrive`)
  return faults
}

/** What was said, and what arrived if anything did. */
async function handOver(
  { channel, provider }: ProviderTrial,
  message: Message,
): Promise<{ readonly answer: string; readonly arrived: ReceivedMessage | undefined }> {
  const before = provider.arrived.length
  try {
    const { answer } = (await channel.deliver?.(message, provider.carriers)) ?? { answer: 'nothing delivers' }
    return { answer, arrived: provider.arrived.length === before + 1 ? provider.arrived[before] : undefined }
  } catch (cause) {
    return { answer: String(cause), arrived: undefined }
  }
}

async function thrownBy(channel: Channel, message: Message, carriers: Carriers): Promise<unknown> {
  try {
    await channel.deliver?.(message, carriers)
    return undefined
  } catch (cause) {
    return cause
  }
}

/** No secret may reach the log. */
function leaks(said: string, { provider }: ProviderTrial, message: Message): string[] {
  const secrets = {
    'the address': [message.address, ...partsOfUrl(message.address)],
    'the text': [message.text, message.subject],
    'a key': [...message.signingKeys, ...provider.secrets, ...Object.values(message.device ?? {})],
  }
  return Object.entries(secrets)
    .filter(([_, values]) => values.some((text) => text !== '' && said.includes(text)))
    .map(([what]) => `tells ${what}`)
}

function partsOfUrl(address: string): string[] {
  const url = URL.parse(address)
  if (url === null || url.host === '') return []
  return [url.host, url.search, url.pathname.length > 1 ? url.pathname : '']
}

function nameOf(behaviour: Behaviour): string {
  return behaviour.does === 'status' ? String(behaviour.status) : behaviour.does
}
