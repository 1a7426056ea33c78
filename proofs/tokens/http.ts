/** A response of the API or of the OAuth 2 provider. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends JSON to the API as a signed-in person. */
export const send = (api: string, path: string, { as, body, method = 'POST' }: RequestOptions): Promise<Answer> =>
  fetchAnswer(`${api}/v3${path}`, {
    method,
    headers: { authorization: as, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

interface RequestOptions {
  readonly as: string
  readonly body?: unknown
  readonly method?: string
}

/** Posts a form to an endpoint of the provider. */
export const postForm = (api: string, path: string, form: Readonly<Record<string, string>>): Promise<Answer> =>
  fetchAnswer(`${api}/oauth${path}`, { method: 'POST', body: new URLSearchParams(form) })

export async function fetchAnswer(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  const text = await response.text()
  const body = text.startsWith('{') ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, body }
}

/** Returns the body of a response that must have succeeded. */
export async function requireBody(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`answered with ${status}: ${JSON.stringify(body)}`)
  return body
}
