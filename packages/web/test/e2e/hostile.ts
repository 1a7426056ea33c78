import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { hostileStrings, numberIn } from '../support/hostile.ts'
import { addHostile } from '../support/hostile-world.ts'
import { sessionOf } from '../support/world.ts'
import { foreignElements, type Journey, journeys } from './hostile-journeys.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** If inserted as HTML, this many strings act by themselves; the others need a user or another browser. */
const fewestActing = 400
const fewestOfAKind = 50
const fewestStrings = 2500
/** Kinds of which every string must be found on a screen. */
const readWhole = [
  'service',
  'package',
  'line of an answer to dig',
  'name of a hop',
  'address of a hop',
  'why there are no hops',
]
/** A long timeout, because a dialog blocks everything else on its page. */
const patience = 60_000

export const hostileStories: readonly Story[] = [
  [
    'hostile: whatever people and servers write is text on every screen, even without the policy of the page',
    async ({ world, browser }) => {
      const hostile = await addHostile(world)
      const strings = [...hostile.texts.values()].flat()
      assert.ok(new Set(strings).size >= fewestStrings)
      const read = new Set<string>()
      const traces: Traces = { dialogs: [], requests: [], marks: [] }
      let elements = 0
      const go = async ({ as, scope, places }: Journey) => {
        const session = await sessionOf(world.api, as, scope)
        const { page, context } = await visit(browser, world, '/errors', { session, withoutPolicy: true })
        await page.setViewportSize({ width: 1280, height: 2000 })
        await watch(page, traces, world.address)
        for (const [path, open] of places) {
          await page.goto(world.address + path)
          await page.waitForLoadState('networkidle')
          await settled(page)
          await readThrough(page, read)
          await open?.(page, () => readThrough(page, read))
          elements += await page.locator(foreignElements).count()
        }
        await context.close()
      }
      await Promise.all(journeys(hostile, world.neighbours.adam).map(go))
      const unread = [...hostile.texts].map(([what, texts]) => [what, missing(texts, read)] as const)
      const seen = strings.length - unread.flatMap(([, texts]) => texts).length
      console.log(
        `      ${seen} of ${strings.length} strings read as text; ${traces.dialogs.length} dialogs, ${traces.requests.length} requests elsewhere, ${traces.marks.length} marks`,
      )
      assert.deepEqual({ ...traces, elements }, { dialogs: [], requests: [], marks: [], elements: 0 })
      for (const [what, texts] of unread)
        assert.ok(
          texts.length <= (hostile.texts.get(what)?.length ?? 0) / 2,
          `${what}: ${texts.length} unread, ${texts[0]}`,
        )
      for (const what of readWhole) assert.deepEqual(new Map(unread).get(what), [], what)
    },
  ],
  [
    'hostile: the same strings act where they are taken for a page, and that is seen',
    async ({ browser }) => {
      const traces = await letAct(browser)
      const acted = actedIn(traces)
      console.log(
        `      ${acted.size} strings acted: ${traces.dialogs.length} dialogs, ${traces.requests.length} requests elsewhere, ${traces.marks.length} marks`,
      )
      assert.ok(isEnough(traces))
    },
  ],
]

/** The traces of strings that have acted. */
interface Traces {
  readonly dialogs: string[]
  readonly requests: string[]
  readonly marks: string[]
}

const actedIn = (traces: Traces) => new Set(Object.values(traces).flat().map(numberIn))

const isEnough = (traces: Traces) =>
  actedIn(traces).size >= fewestActing &&
  Object.values(traces).every((found: readonly string[]) => found.length >= fewestOfAKind)

async function watch(page: Page, traces: Traces, home: string): Promise<void> {
  page.on('dialog', (dialog) => {
    traces.dialogs.push(dialog.message())
    // The dialog may be gone together with its frame.
    dialog.dismiss().catch(() => undefined)
  })
  page.on('request', (request) => {
    if (!/^(?:data|blob|about|chrome-error):/.test(request.url()) && !request.url().startsWith(home))
      traces.requests.push(request.url())
  })
  page.on('websocket', (socket) => traces.requests.push(socket.url()))
  page.on('popup', (popup) => traces.requests.push(popup.url()))
  await page.exposeFunction('leaveMark', (mark: string) => traces.marks.push(mark))
  await page.addInitScript(() => {
    const { leaveMark } = window as unknown as { leaveMark: (mark: string) => void }
    Object.defineProperty(window, '__xss', { set: (mark) => leaveMark(String(mark)) })
  })
}

/** Waits for a complete screen: on a busy machine, the network can be idle while a part is still missing. */
async function settled(page: Page): Promise<void> {
  await page
    .waitForFunction(() => document.querySelector('main [role=status] .animate-pulse') === null, null, {
      timeout: 10_000,
    })
    .catch(() => undefined)
}

/** Reads all texts and values of fields, also through the whole length of virtual lists. */
async function readThrough(page: Page, read: Set<string>): Promise<void> {
  const found = await page.evaluate(async () => {
    const texts = new Set<string>()
    const look = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.add(walker.currentNode.nodeValue ?? '')
      for (const field of document.querySelectorAll('input, textarea')) texts.add((field as HTMLInputElement).value)
    }
    look()
    for (let end = -1; window.scrollY !== end; ) {
      end = window.scrollY
      window.scrollBy(0, innerHeight - 200)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      look()
    }
    window.scrollTo(0, 0)
    return [...texts]
  })
  for (const text of found) read.add(text)
}

/** Lists the strings that were not found, neither as texts of their own nor within longer ones. */
function missing(texts: readonly string[], read: ReadonlySet<string>): readonly string[] {
  const longer = [...read].join('\n')
  return texts.filter((text) => !read.has(text) && !longer.includes(text))
}

/** Control: inserts every string into a page as HTML, which the app must never do. */
async function letAct(browser: Browser): Promise<Traces> {
  const home = 'http://home.invalid/'
  const traces: Traces = { dialogs: [], requests: [], marks: [] }
  const context = await browser.newContext()
  await context.route('**', (route) =>
    route.request().url() === home ? route.fulfill({ contentType: 'text/html', body: '<body></body>' }) : route.abort(),
  )
  const page = await context.newPage()
  await watch(page, traces, home)
  await page.goto(home)
  // Exclude strings that would leave the page, and with it all others.
  const staying = hostileStrings().filter((text) => !/<(?:meta|base)/.test(text))
  await page.evaluate((strings) => {
    for (const text of strings) document.body.appendChild(document.createElement('div')).innerHTML = text
  }, staying)
  const until = Date.now() + patience
  while (Date.now() < until && !isEnough(traces)) await wait(200)
  await context.close()
  return traces
}
