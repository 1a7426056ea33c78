import { inspect } from 'node:util'
import { type Carriers, type Channel, DeliveryError, type Device, type Message, renderTemplate } from '@wachta/channels'
import { awkward } from './awkward.ts'
import { messageTo } from './message.ts'

/**
 * How a provider treats the messages that it gets from now on. Statuses are those of HTTP; a provider with another
 * protocol gives the nearest answer: a temporary rejection for 408, 425, 429 and 5xx, a permanent one for other 4xx.
 * Each rejection repeats the whole request, including address and key, as real providers do.
 */
export type Behaviour =
  | { readonly does: 'ok' }
  | { readonly does: 'status'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Accepts the connection and the message, but never answers. */
  | { readonly does: 'hang' }
  /** Closes the connection instead of answering. */
  | { readonly does: 'reset' }

/** A message as its readers get it from the provider. */
export interface ReceivedMessage {
  /** The text of the message, without anything around it. */
  readonly text: string
  /** Only if the channel has subjects. */
  readonly subject?: string
  /** Only if the product has a field for it. */
  readonly id?: string
  /** Only if the product groups messages into threads. */
  readonly thread?: string
  /** Whether the message opened or closed an alert, if the product has alerts. */
  readonly kind?: 'start' | 'end'
}

/** A real server on a loopback address, started by a fixture. */
export interface Provider extends AsyncDisposable {
  /** Carriers configured for this provider, which time out in less than a second if it hangs. */
  readonly carriers: Carriers
  /** An address of this provider that is valid by the channel's own rule. */
  readonly to: { readonly address: string; readonly device?: Device }
  /** Keys, tokens and passwords that no error or answer may contain. The address counts as a secret implicitly. */
  readonly secrets: readonly string[]
  /** All messages that the provider has accepted so far, in order. */
  readonly arrived: readonly ReceivedMessage[]
  behave(behaviour: Behaviour): void
}

/** Describes the provider of one channel. The contract is the same for all: see `faultsOfDelivery`. */
export interface ProviderFixture {
  /** The id of the channel. */
  readonly channel: string
  /** The fields that the product supports in addition to the text. */
  readonly carries: readonly ('id' | 'thread' | 'kind')[]
  /** Whether it can state how long to wait, as with `Retry-After`. */
  readonly asksToWait: boolean
  /** Whether the operator's own key authenticates requests: if it is rejected, the message is not to blame. */
  readonly usesOperatorKey?: boolean
  /** The text that arrives, if the product cannot carry all characters. By default it arrives unchanged. */
  readonly toArrivingText?: (text: string) => string
  start(): Promise<Provider>
}

const promises = { handingOver, tying, refusals, texts } as const

export type PromiseName = keyof typeof promises

/** Lists where the channel breaks the delivery contract with this provider. */
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

/** The start and the end of an alert have the same thread, and the next alert has another one. */
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
    const isAboutUs = trial.fixture.usesOperatorKey === true && behaviour.does === 'status' && behaviour.status === 401
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

/** Sends texts as a customer's template, as a value within a template, and with the maximum length of the channel. */
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
  const { toArrivingText: carried = (text: string) => text } = fixture
  const quoted = JSON.stringify(message.text.slice(0, 60))
  const faults = arrived.text === carried(message.text) ? [] : [`the text ${quoted} does not arrive as it was`]
  if (channel.hasSubject && arrived.subject !== message.subject) faults.push(`the subject of ${quoted} does not arrive`)
  return faults
}

/** Delivers a message; returns the answer, and the message that arrived, if any. */
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

/** Lists the secrets in a text that goes to the log. */
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
