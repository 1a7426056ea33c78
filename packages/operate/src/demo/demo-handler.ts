import type { RequestListener } from 'node:http'
import { computeBehaviour } from './behaviour.ts'
import { answerDemoShop, type DemoAnswer } from './shop.ts'

/** Answers requests to the demo servers; the time of the clock decides the answer. */
export function createDemoHandler(now: () => number): RequestListener {
  return ({ url = '/' }, response) => {
    const time = now()
    const found = answerDemoShop(url, time) ?? findPlainAnswer(url, time)
    if (found === undefined) return void response.writeHead(404).end()
    const { status, type, content, delay } = found
    const timer = setTimeout(() => response.writeHead(status, { 'content-type': type }).end(content), delay)
    response.once('close', () => clearTimeout(timer))
  }
}

function findPlainAnswer(path: string, time: number): DemoAnswer | undefined {
  const behaviour = computeBehaviour(path, time)
  const content = behaviour?.status === 200 ? 'All is well.\n' : 'Out of order, on purpose.\n'
  return behaviour && { ...behaviour, type: 'text/plain; charset=utf-8', content }
}
