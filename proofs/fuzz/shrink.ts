import type { FuzzRequest } from './world.ts'

const maxAttempts = 200
const timeoutMs = 5000

/** Returns a smaller request that causes the same finding, within a time limit. */
export async function shrink(
  request: FuzzRequest,
  hasFinding: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  const until = performance.now() + timeoutMs
  let smallest = request
  let remainingAttempts = maxAttempts
  for (let found = true; found; ) {
    found = false
    for (const smaller of generateSmallerForms(smallest)) {
      if (remainingAttempts <= 0 || performance.now() > until) return smallest
      remainingAttempts -= 1
      if (!(await hasFinding(smaller))) continue
      smallest = smaller
      found = true
      break
    }
  }
  return smallest
}

function* generateSmallerForms(request: FuzzRequest): Generator<FuzzRequest> {
  const { wire: _1, body: _2, ...injected } = request
  if (request.bytes !== undefined) return
  if (request.wire) yield { ...injected, ...(request.body !== undefined && { body: request.body }) }
  if (request.body !== undefined) yield injected
  if (request.query.length > 0) yield { ...request, query: [] }
  for (const index of request.query.keys()) yield { ...request, query: removeAt(request.query, index) }
  for (const place of request.headers.keys()) yield { ...request, headers: removeAt(request.headers, place) }
  if (request.body !== undefined)
    for (const body of generateSmallerBodies(String(request.body))) yield { ...request, body }
}

const removeAt = <T>(items: readonly T[], position: number): T[] => items.filter((_, index) => index !== position)

function* generateSmallerBodies(text: string): Generator<string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return
  }
  for (const smaller of generateSmallerValues(value)) {
    const body = JSON.stringify(smaller)
    if (body.length < text.length) yield body
  }
}

function* generateSmallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 1) {
    const half = Math.ceil(value.length / 2)
    yield value.slice(0, half)
    yield value.slice(half)
    if (value.length < 12) yield value.slice(1)
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const half = Math.ceil(value.length / 2)
    if (value.length > 3) yield* [value.slice(0, half), value.slice(half)]
    if (value.length > 12) return
    for (const index of value.keys()) yield removeAt(value, index)
    for (const [position, item] of value.entries())
      for (const smaller of generateSmallerValues(item))
        yield value.map((old, index) => (index === position ? smaller : old))
    return
  }
  const entries = Object.entries(value)
  if (entries.length > 3)
    yield* [entries.slice(0, entries.length / 2), entries.slice(entries.length / 2)].map((half) =>
      Object.fromEntries(half),
    )
  if (entries.length > 40) return
  for (const place of entries.keys()) yield Object.fromEntries(removeAt(entries, place))
  for (const [key, item] of entries)
    for (const smaller of generateSmallerValues(item))
      yield Object.fromEntries(entries.map(([name, old]) => [name, name === key ? smaller : old]))
}
