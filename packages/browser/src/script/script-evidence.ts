import { readFile, realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Probe } from '@wachta/checks'
import type { TestReport, TestResult } from './test-report.ts'

const maxLines = 2_000
const maxLineLength = 500
/** The maximum size of a file, because all artifacts of a check together may have no more. */
const maxFileBytes = 4_194_304

/**
 * Keeps the log of the tests, a screenshot and a trace. Secrets cannot be masked in a screenshot or a trace, so a
 * service with secrets gets only the log.
 */
export async function keepScriptEvidence(report: TestReport, directory: string, probe: Probe): Promise<void> {
  const evidenceTest = report.tests.find(({ outcome }) => outcome !== 'passed') ?? report.tests[0]
  const files = evidenceTest !== undefined && probe.masks.isEmpty ? listFiles(evidenceTest) : []
  const notes: string[] = []
  for (const { artifact_id, contentType, path } of files) {
    const content = await readInside(directory, path)
    if (content === null || !probe.keepWhole(artifact_id, content, contentType))
      notes.push(`warning: ${artifact_id} is left out, because it is too large or cannot be read`)
  }
  const lines = [...writeLog(report), ...notes]
  if (lines.length > 0) probe.keep('console_log', `${lines.join('\n')}\n`)
}

/** The screenshot comes first, because it is smaller and must fit. */
function listFiles({ attachments }: TestResult) {
  const picture = attachments.find(({ contentType }) => /^image\/(?:png|jpeg)$/.test(contentType))
  const trace = attachments.find(({ name }) => name === 'trace')
  return [
    ...(picture ? [{ artifact_id: 'screenshot', contentType: picture.contentType, path: picture.path }] : []),
    ...(trace ? [{ artifact_id: 'trace', contentType: 'application/zip', path: trace.path }] : []),
  ]
}

/**
 * Reads a file that the tests wrote. The tests choose its path and may have made it a link, so files outside their
 * directory are not read: the tests could make the sensor send files that they cannot see themselves.
 */
export async function readInside(directory: string, path: string): Promise<Buffer | null> {
  try {
    const [root, file] = await Promise.all([realpath(directory), realpath(path)])
    if (!file.startsWith(`${root}${sep}`)) return null
    const stats = await stat(file)
    return stats.isFile() && stats.size <= maxFileBytes ? await readFile(file) : null
  } catch {
    return null
  }
}

/** Writes one line per test, then its output and its errors, in the format of the console log. */
function writeLog({ tests, errors }: TestReport): string[] {
  const testLines = tests.flatMap(({ title, outcome, durationMs, output, errors: testErrors }) => [
    `${outcome === 'passed' ? 'info' : 'error'}: ${outcome}: ${title} (${durationMs} ms)`,
    ...output.flatMap((text) => splitLines('log', text)),
    ...testErrors.flatMap((text) => splitLines('error', text)),
  ])
  return [...testLines, ...errors.flatMap((text) => splitLines('error', text))].slice(0, maxLines)
}

const splitLines = (level: string, text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `${level}: ${line.slice(0, maxLineLength)}`)
