import { stripVTControlCharacters } from 'node:util'

/** A test that ran. */
export interface RanTest {
  /** With the groups that it is in: `Shop › buys a bicycle`. */
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'interrupted'
  readonly durationMs: number
  /** In ISO format. */
  readonly startedAt: string
  readonly errors: readonly string[]
  readonly output: readonly string[]
  readonly attachments: readonly TestAttachment[]
}

export interface TestAttachment {
  readonly name: string
  readonly contentType: string
  readonly path: string
}

export interface TestReport {
  /** In the order in which they ran. */
  readonly tests: readonly RanTest[]
  /** Errors of no test, such as that a file cannot be loaded. */
  readonly errors: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the JSON of the reporter `json`, of any version of Playwright: missing parts count as empty. */
export function readTestReport(json: string): TestReport {
  const document = readJson(json)
  const tests = toList(document['suites']).flatMap((file) => testsIn(file, []))
  return {
    tests: tests.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    errors: toList(document['errors']).map(({ message }) => readableText(message)),
  }
}

function readJson(json: string): Fields {
  try {
    const document: unknown = JSON.parse(json)
    return isFields(document) ? document : {}
  } catch {
    return {}
  }
}

/** The suite of a file has the name of the file, which all tests share; those inside are groups. */
function testsIn(suite: Fields, groups: readonly string[]): RanTest[] {
  const own = toList(suite['specs']).flatMap((spec) => {
    const title = [...groups, toText(spec['title'])].join(' › ')
    return toList(spec['tests']).flatMap((test) => toRanTest(title, test))
  })
  const inside = toList(suite['suites']).flatMap((each) => testsIn(each, [...groups, toText(each['title'])]))
  return [...own, ...inside]
}

/** A test has a result for each retry, of which the last one counts; a skipped one counts as none. */
function toRanTest(title: string, { status, results }: Fields): RanTest[] {
  const last = toList(results).at(-1)
  if (last === undefined || last['status'] === 'skipped') return []
  return [
    {
      title,
      outcome: status === 'unexpected' ? 'failed' : last['status'] === 'interrupted' ? 'interrupted' : 'passed',
      durationMs: typeof last['duration'] === 'number' ? last['duration'] : 0,
      startedAt: toText(last['startTime']),
      errors: toList(last['errors']).map(({ message }) => readableText(message)),
      output: [...toList(last['stdout']), ...toList(last['stderr'])].map(({ text }) => readableText(text)),
      attachments: toList(last['attachments']).map(({ name, contentType, path }) => ({
        ...{ name: toText(name), contentType: toText(contentType), path: toText(path) },
      })),
    },
  ]
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const toList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Without the colours of terminals. */
const readableText = (value: unknown): string => stripVTControlCharacters(toText(value))
