import { stripVTControlCharacters } from 'node:util'

/** A test that ran. */
export interface TestResult {
  /** Includes the groups of the test: `Shop › buys a bicycle`. */
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
  readonly tests: readonly TestResult[]
  /** Errors outside of tests, such as a file that cannot be loaded. */
  readonly errors: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the JSON of the reporter `json`, of any version of Playwright: missing parts count as empty. */
export function readTestReport(json: string): TestReport {
  const document = readJson(json)
  const tests = toList(document['suites']).flatMap((file) => listTests(file, []))
  return {
    tests: tests.sort((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
    errors: toList(document['errors']).map(({ message }) => toPlainText(message)),
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

/**
 * Lists the tests of a suite. The suite of a file is not part of the titles, because all tests share it; the suites
 * inside it are groups.
 */
function listTests(suite: Fields, groups: readonly string[]): TestResult[] {
  const ownTests = toList(suite['specs']).flatMap((spec) => {
    const title = [...groups, toText(spec['title'])].join(' › ')
    return toList(spec['tests']).flatMap((test) => toTestResults(title, test))
  })
  const groupedTests = toList(suite['suites']).flatMap((each) => listTests(each, [...groups, toText(each['title'])]))
  return [...ownTests, ...groupedTests]
}

/** A test has a result for each retry, of which the last one counts; a skipped one counts as none. */
function toTestResults(title: string, { status, results }: Fields): TestResult[] {
  const last = toList(results).at(-1)
  if (last === undefined || last['status'] === 'skipped') return []
  return [
    {
      title,
      outcome: status === 'unexpected' ? 'failed' : last['status'] === 'interrupted' ? 'interrupted' : 'passed',
      durationMs: typeof last['duration'] === 'number' ? last['duration'] : 0,
      startedAt: toText(last['startTime']),
      errors: toList(last['errors']).map(({ message }) => toPlainText(message)),
      output: [...toList(last['stdout']), ...toList(last['stderr'])].map(({ text }) => toPlainText(text)),
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

/** Removes terminal colours. */
const toPlainText = (value: unknown): string => stripVTControlCharacters(toText(value))
