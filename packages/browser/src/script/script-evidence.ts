import { readFile, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Probe } from '@wachta/checks'
import type { RanTest, TestReport } from './test-report.ts'

const maxLines = 2_000
const maxLine = 500
/** As much as one check may keep in all. */
const maxFileBytes = 4_194_304

/** Keeps what the tests wrote and, unless the service has secrets, which cannot be masked in them, trace and picture. */
export async function keepScriptEvidence(report: TestReport, directory: string, probe: Probe): Promise<void> {
  const shown = report.tests.find(({ outcome }) => outcome !== 'passed') ?? report.tests[0]
  const files = shown !== undefined && probe.masks.isEmpty ? listFiles(shown) : []
  const notes: string[] = []
  for (const { artifact_id, contentType, path } of files) {
    const content = await readInside(directory, path)
    if (content === null || !probe.keepWhole(artifact_id, content, contentType))
      notes.push(`warning: ${artifact_id} is left out, because it is too large or cannot be read`)
  }
  const lines = [...writeLog(report), ...notes]
  if (lines.length > 0) probe.keep('console_log', `${lines.join('\n')}\n`)
}

/** The picture comes first, because it is smaller, and must fit. */
function listFiles({ attachments }: RanTest) {
  const picture = attachments.find(({ contentType }) => /^image\/(?:png|jpeg)$/.test(contentType))
  const trace = attachments.find(({ name }) => name === 'trace')
  return [
    ...(picture ? [{ artifact_id: 'screenshot', contentType: picture.contentType, path: picture.path }] : []),
    ...(trace ? [{ artifact_id: 'trace', contentType: 'application/zip', path: trace.path }] : []),
  ]
}

/**
 * Reads a file that tests have written. They name its path, and may have made a link of it, so what is not in their
 * directory is not read: they could make the sensor send files that they do not see themselves.
 */
export async function readInside(directory: string, path: string): Promise<Buffer | null> {
  try {
    const [root, file] = await Promise.all([realpath(directory), realpath(path)])
    if (!file.startsWith(`${root}${sep}`)) return null
    const found = await stat(file)
    return found.isFile() && found.size <= maxFileBytes ? await readFile(file) : null
  } catch {
    return null
  }
}

/** One line for each test, then what it wrote and its errors, as messages of a console are written. */
function writeLog({ tests, errors }: TestReport): string[] {
  const ofTests = tests.flatMap(({ title, outcome, durationMs, output, errors: own }) => [
    `${outcome === 'passed' ? 'info' : 'error'}: ${outcome}: ${title} (${durationMs} ms)`,
    ...output.flatMap((text) => splitLines('log', text)),
    ...own.flatMap((text) => splitLines('error', text)),
  ])
  return [...ofTests, ...errors.flatMap((text) => splitLines('error', text))].slice(0, maxLines)
}

const splitLines = (level: string, text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${level}: ${line.slice(0, maxLine)}`)
