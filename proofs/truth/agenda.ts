/** Events in simulated time; events of the same time run in the order in which they were added. */
export interface Agenda {
  readonly now: number
  at(time: number, happen: () => void | Promise<void>): void
  every(start: number, period: number, happen: () => void | Promise<void>): void
  /** Runs everything that follows from a settled promise before time goes on. */
  settled(hops?: number): void
  run(until: number): Promise<void>
}

interface Entry {
  readonly time: number
  readonly order: number
  readonly happen: () => void | Promise<void>
}

export function createAgenda(start: number): Agenda {
  const heap: Entry[] = []
  let [now, order, hops] = [start, 0, 0]

  const at = (time: number, happen: Entry['happen']): void => {
    order += 1
    push(heap, { time: Math.max(now, Math.ceil(time)), order, happen })
  }
  const every = (first: number, period: number, happen: Entry['happen']): void =>
    at(first, () => {
      every(first + period, period, happen)
      return happen()
    })
  return {
    get now() {
      return now
    },
    at,
    every,
    settled(count = 3) {
      hops = Math.max(hops, count)
    },
    async run(until) {
      for (let next = heap[0]; next !== undefined && next.time <= until; next = heap[0]) {
        pop(heap)
        now = next.time
        const happening = next.happen()
        if (happening instanceof Promise) await happening
        for (; hops > 0; hops -= 1) await undefined
      }
      now = until
    },
  }
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.time < other.time || (one.time === other.time && one.order < other.order)

function push(heap: Entry[], entry: Entry): void {
  let place = heap.push(entry) - 1
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above]
    if (parent === undefined || !isBefore(entry, parent)) break
    heap[place] = parent
    place = above
  }
  heap[place] = entry
}

function pop(heap: Entry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let place = 0
  for (;;) {
    let below = 2 * place + 1
    let child = heap[below]
    if (child === undefined) break
    const other = heap[below + 1]
    if (other !== undefined && isBefore(other, child)) {
      child = other
      below += 1
    }
    if (!isBefore(child, last)) break
    heap[place] = child
    place = below
  }
  heap[place] = last
}
