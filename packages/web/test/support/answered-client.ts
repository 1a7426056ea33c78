import { type Client, createClient } from '@wachta/client'

/** A request without its host: `POST /sensors`, and its body. */
export type SentRequest = readonly [request: string, body: unknown]

/**
 * A client whose requests are kept and answered by a function: with JSON, with an empty response for undefined, or, if it
 * throws, like a lost connection.
 */
export function createAnsweredClient(answer: (request: string) => object | undefined): {
  readonly client: Client
  readonly sent: SentRequest[]
} {
  const sent: SentRequest[] = []
  const answerRequest: typeof fetch = async (input, init) => {
    const request = `${init?.method} ${new URL(String(input)).pathname.replace('/v3', '')}`
    sent.push([request, typeof init?.body === 'string' ? JSON.parse(init.body) : undefined])
    const found = answer(request)
    return found === undefined ? new Response(null, { status: 204 }) : Response.json(found)
  }
  return { client: createClient({ baseUrl: 'http://wachta.test/v3', fetch: answerRequest, retry: false }), sent }
}
