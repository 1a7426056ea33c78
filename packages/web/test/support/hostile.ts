import { asking, followed, hosts, schemes } from './hostile-addresses.ts'
import type { Write } from './hostile-encodings.ts'
import { handlers, spellings } from './hostile-handlers.ts'
import { contextEndings, payloads, tricks } from './hostile-tricks.ts'

/**
 * Strings that would act if anything interpreted them as more than text: each opens a dialog, sets a mark, or sends a
 * request to xss.invalid. Each has its own number, starting with the given one, so all are different.
 */
export function hostileStrings(first = 0): readonly string[] {
  return families.flat().map((write, place) => {
    const number = first + place
    const act = acts[place % acts.length] ?? alerting
    return write(act(number), number)
  })
}

/** The number of the string that left this trace: the message of a dialog, a mark, or the address of a request. */
export const numberIn = (trace: string): number => Number(/\d+$/.exec(trace)?.[0] ?? Number.NaN)

const alerting = (number: number) => `alert(${number})`

/** Scripts without single or double quotes, so that they fit into both. */
const acts: readonly ((number: number) => string)[] = [
  alerting,
  (number) => `__xss=${number}`,
  alerting,
  (number) => `import(\`//xss.invalid/${number}\`)`,
  (number) => `confirm(${number})`,
]

const product = <A, B>(some: readonly A[], others: readonly B[], join: (a: A, b: B) => Write): Write[] =>
  some.flatMap((a) => others.map((b) => join(a, b)))

const families: readonly (readonly Write[])[] = [
  product(handlers, spellings, ([element, event], spell) => spell(element, event)),
  product(contextEndings, payloads, (wayOut, arrival) => (act, number) => wayOut + arrival(act, number)),
  product(schemes, followed, (scheme, follow) => follow(scheme)),
  product(asking, hosts, (ask, host) => (_act, number) => ask(`${host}${number}`)),
  product(tricks, payloads, (trick, arrival) => (act, number) => trick(arrival(act, number))),
]
