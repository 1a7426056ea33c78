import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'
import { type MatchQuery, match } from './matching.ts'

interface MatchRequest {
  readonly pattern: string
  readonly text: string
  readonly query: MatchQuery
}

/** The result of a query. A pattern that cannot be compiled is a result too, so that it does not end the thread. */
export type MatchResult = { readonly value: boolean | string | null } | { readonly unreadable: string }

/** Answers one query after the other; the main thread terminates this one if it takes too long. */
parentPort?.on('message', (request: MatchRequest) => parentPort?.postMessage(answerTo(request)))

function answerTo({ pattern, text, query }: MatchRequest): MatchResult {
  let expression: RE2JS
  try {
    expression = RE2JS.compile(pattern)
  } catch (cause) {
    return { unreadable: cause instanceof Error ? cause.message : String(cause) }
  }
  return { value: match(expression, text, query) }
}

// The time limit starts now, so that loading this module does not count.
parentPort?.postMessage('ready')
