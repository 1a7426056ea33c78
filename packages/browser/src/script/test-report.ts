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

/** Reads the JSON of the reporter `json`, of any version of Playwright: what is not there is empty. */
export function readTestReport(json: string): TestReport {
  const document = readJson(json)
  const tests = listOf(document['suites']).flatMap((file) => testsIn(file, []))
  return {
    tests: tests.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    errors: listOf(document['errors']).map(({ message }) => readableText(message)),
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
  const own = listOf(suite['specs']).flatMap((spec) => {
    const title = [...groups, textOf(spec['title'])].join(' › ')
    return listOf(spec['tests']).flatMap((test) => toRanTest(title, test))
  })
  const inside = listOf(suite['suites']).flatMap((each) => testsIn(each, [...groups, textOf(each['title'])]))
  return [...own, ...inside]
}

/** A test has a result for each retry, of which the last one counts; a skipped one counts as none. */
function toRanTest(title: string, { status, results }: Fields): RanTest[] {
  const last = listOf(results).at(-1)
  if (last === undefined || last['status'] === 'skipped') return []
  return [
    {
      title,
      outcome: status === 'unexpected' ? 'failed' : last['status'] === 'interrupted' ? 'interrupted' : 'passed',
      durationMs: typeof last['duration'] === 'number' ? last['duration'] : 0,
      startedAt: textOf(last['startTime']),
      errors: listOf(last['errors']).map(({ message }) => readableText(message)),
      output: [...listOf(last['stdout']), ...listOf(last['stderr'])].map(({ text }) => readableText(text)),
      attachments: listOf(last['attachments']).map(({ name, contentType, path }) => ({
        ...{ name: textOf(name), contentType: textOf(contentType), path: textOf(path) },
      })),
    },
  ]
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Without the colours of terminals. */
const readableText = (value: unknown): string => stripVTControlCharacters(textOf(value))
