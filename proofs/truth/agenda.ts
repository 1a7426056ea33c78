/** Events in simulated time; events of the same time run in the order in which they were added. */
export interface Agenda {
  readonly now: number
  schedule(time: number, action: () => void | Promise<void>): void
  scheduleEvery(start: number, period: number, happen: () => void | Promise<void>): void
  /** Lets everything that follows from a settled promise run before time goes on. */
  awaitMicrotasks(hops?: number): void
  run(until: number): Promise<void>
}

interface Entry {
  readonly time: number
  readonly order: number
  readonly action: () => void | Promise<void>
}

export function createAgenda(start: number): Agenda {
  const heap: Entry[] = []
  let [now, order, hops] = [start, 0, 0]

  const schedule = (time: number, happen: Entry['action']): void => {
    order += 1
    push(heap, { time: Math.max(now, Math.ceil(time)), order, action: happen })
  }
  const scheduleEvery = (first: number, period: number, happen: Entry['action']): void =>
    schedule(first, () => {
      scheduleEvery(first + period, period, happen)
      return happen()
    })
  return {
    get now() {
      return now
    },
    schedule,
    scheduleEvery,
    awaitMicrotasks(count = 3) {
      hops = Math.max(hops, count)
    },
    async run(until) {
      for (let next = heap[0]; next !== undefined && next.time <= until; next = heap[0]) {
        pop(heap)
        now = next.time
        const happening = next.action()
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
  let index = heap.push(entry) - 1
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex]
    if (parent === undefined || !isBefore(entry, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = entry
}

function pop(heap: Entry[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let index = 0
  for (;;) {
    let childIndex = 2 * index + 1
    let child = heap[childIndex]
    if (child === undefined) break
    const other = heap[childIndex + 1]
    if (other !== undefined && isBefore(other, child)) {
      child = other
      childIndex += 1
    }
    if (!isBefore(child, last)) break
    heap[index] = child
    index = childIndex
  }
  heap[index] = last
}
