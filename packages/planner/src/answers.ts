import { type Bus, type DiagnosticAnswer, parseLastId, readDiagnosticAnswer } from '@wachta/bus'
import { createLogLimiter, type Log } from '@wachta/runtime'

/**
 * The maximum number of waiting answers per sensor. A sensor runs a few diagnostics at a time, with two answers each.
 */
const maxWaiting = 20

/** A queue of answers to diagnostics. It stores one answer at a time, and serves the sensors in turn. */
export class AnswerQueue {
  readonly #waiting = new Map<number, DiagnosticAnswer[]>()
  readonly #store: (sensor_id: number, answer: DiagnosticAnswer) => Promise<void>
  readonly #onFailure: (sensor_id: number, error: unknown) => void
  #isStoring = false

  constructor(
    store: (sensor_id: number, answer: DiagnosticAnswer) => Promise<void>,
    onFailure: (sensor_id: number, error: unknown) => void,
  ) {
    this.#store = store
    this.#onFailure = onFailure
  }

  /** Adds an answer. Returns false if it is dropped because the sensor has too many waiting answers. */
  add(sensor_id: number, answer: DiagnosticAnswer): boolean {
    const waiting = this.#waiting.get(sensor_id) ?? []
    if (waiting.length >= maxWaiting) return false
    waiting.push(answer)
    this.#waiting.set(sensor_id, waiting)
    if (!this.#isStoring) void this.#storeAll()
    return true
  }

  async #storeAll(): Promise<void> {
    this.#isStoring = true
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined) break
      const [sensor_id, waiting] = next
      const answer = waiting.shift()
      // The sensor goes to the end of the queue, so that sensors with many answers do not delay the others.
      this.#waiting.delete(sensor_id)
      if (waiting.length > 0) this.#waiting.set(sensor_id, waiting)
      if (answer) await this.#store(sensor_id, answer).catch((error) => this.#onFailure(sensor_id, error))
    }
    this.#isStoring = false
  }
}

/** Receives the answers of sensors to diagnostics. */
export function receiveAnswers(
  bus: Bus,
  store: (sensor_id: number, answer: DiagnosticAnswer) => Promise<void>,
  log: Log,
): void {
  const logLimiter = createLogLimiter()
  const logFailure = (sensor_id: number, err: unknown) => {
    const due = logLimiter(sensor_id)
    if (due) log.warn({ err, sensor_id, ...due }, 'could not store the result of diagnostics from a sensor')
  }
  const answers = new AnswerQueue(store, logFailure)
  bus.connection.subscribe(bus.subjects.answers(), {
    callback: (error, message) => {
      const sensor_id = error ? undefined : parseLastId(message.subject)
      if (sensor_id === undefined) return
      try {
        if (!answers.add(sensor_id, readDiagnosticAnswer(message.data)))
          throw new Error('dropped the answer to a diagnostic: too many answers of this sensor are waiting')
      } catch (err) {
        logFailure(sensor_id, err)
      }
    },
  })
}
