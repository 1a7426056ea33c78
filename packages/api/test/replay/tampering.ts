import type { FetchLike, ReceivedResponse, SentRequest } from './client.ts'

/** A mistake that a server may make, and the error that a client must report. */
export interface TamperingCase {
  readonly title: string
  readonly found: RegExp
  /** Only answers with one of these fields can have this mistake. */
  readonly fields?: readonly string[]
  /** Returns the changes that make the answer wrong; undefined if the mistake does not apply to it. */
  wrong(answer: Answer, sent: SentRequest): Partial<Answer> | undefined
}

export interface Answer {
  readonly status: number
  readonly content: string
  readonly type: string | null
}

/** A proxy between the client and the server, which tampers with answers and counts them. */
export interface Spoiler {
  readonly send: FetchLike
  /** Starts to tamper with answers in this way. */
  start(tampering: TamperingCase): void
  touched(): number
}

export function createSpoiler(): Spoiler {
  let wrong: TamperingCase['wrong'] = () => undefined
  let touched = 0
  return {
    start(tampering) {
      wrong = tampering.wrong
      touched = 0
    },
    touched: () => touched,
    async send(address, sent) {
      const received = await fetch(address, sent)
      const answer = {
        status: received.status,
        content: await received.text(),
        type: received.headers.get('content-type'),
      }
      const spoilt = wrong(answer, sent)
      if (spoilt) touched += 1
      return asReceived({ ...answer, ...spoilt })
    },
  }
}

export const tamperings: readonly TamperingCase[] = [
  {
    title: '200 in place of 204',
    found: /200 instead of 204/,
    wrong: ({ status }) => (status === 204 ? { status: 200 } : undefined),
  },
  {
    title: '200 in place of 201',
    found: /200 instead of 201/,
    wrong: ({ status }) => (status === 201 ? { status: 200 } : undefined),
  },
  {
    title: 'a body with 204',
    found: /a body with 204/,
    wrong: ({ status }) => (status === 204 ? { content: '{}' } : undefined),
  },
  {
    title: 'a type of content with 204',
    found: /content-type with 204/,
    wrong: ({ status }) => (status === 204 ? { type: 'application/json' } : undefined),
  },
  {
    title: 'an id that is a text',
    found: /is not an integer/,
    wrong: ({ status, content }) =>
      status === 201 ? { content: content.replace(/^\{"id":(\d+)\}$/, '{"id":"$1"}') } : undefined,
  },
  {
    title: 'the whole object in place of its id',
    found: /more than the id/,
    wrong: ({ status, content }) => (status === 201 ? { content: content.replace('{', '{"name":"x",') } : undefined),
  },
  {
    title: 'null where nothing is',
    found: /200 instead of 404/,
    wrong: ({ status }, { method }) =>
      method === 'GET' && status === 404 ? { status: 200, content: 'null' } : undefined,
  },
  {
    title: 'text in place of JSON',
    found: /content-type: text\/plain/,
    wrong: ({ status }) => (status === 200 ? { type: 'text/plain' } : undefined),
  },
  {
    title: 'a time with an added fraction',
    found: /instead of "2099/,
    fields: ['start_time'],
    wrong: ({ status, content }) =>
      status === 200 && /"2099[^"]*Z"/.test(content)
        ? { content: content.replaceAll(/("2099[^"]*)Z"/g, '$1.000Z"') }
        : undefined,
  },
  {
    title: 'a time with an offset',
    found: /is not a time/,
    fields: ['start_time', 'created_at'],
    wrong: ({ status, content }) =>
      status === 200 && /:\d\dZ"/.test(content)
        ? { content: content.replaceAll(/(:\d\d)Z"/g, '$1+00:00"') }
        : undefined,
  },
  {
    title: 'an array, as some languages write an empty object',
    found: /is not an object/,
    fields: ['assigned_sensor_ids'],
    wrong: ({ status, content }) =>
      status === 200 && content.includes('"assigned_sensor_ids":{}')
        ? { content: content.replace('"assigned_sensor_ids":{}', '"assigned_sensor_ids":[]') }
        : undefined,
  },
  {
    title: 'flags as numbers',
    // The client sends an unknown flag back as it was, and the server rejects it.
    found: /is not a flag|expected: boolean/,
    wrong: ({ status, content }) =>
      status === 200 && /":true[,}]/.test(content)
        ? { content: content.replaceAll(/":true([,}])/g, '":1$1') }
        : undefined,
  },
]

/** An answer without this field. */
export const withoutField = (field: string): TamperingCase => ({
  title: `an answer without ${field}`,
  found: new RegExp(`has no .*\\b${field}\\b`),
  wrong({ status, content }, { method }) {
    if (method !== 'GET' || status !== 200 || !content.startsWith('{')) return undefined
    const { [field]: _, ...rest } = JSON.parse(content) as Record<string, unknown>
    return { content: JSON.stringify(rest) }
  },
})

function asReceived({ status, content, type }: Answer): ReceivedResponse {
  return {
    status,
    headers: { get: (name) => (name === 'content-type' ? type : null) },
    text: async () => content,
  }
}
