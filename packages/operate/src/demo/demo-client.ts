import { demoUser } from './accounts.ts'

/** Calls the API as the demo's customer. */
export function createDemoClient(address: string, password: string) {
  const authorization = `Basic ${Buffer.from(`${demoUser}:${password}`).toString('base64')}`
  return async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${address}/v3${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`the API answered ${method} ${path} with ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

export type DemoClient = ReturnType<typeof createDemoClient>
