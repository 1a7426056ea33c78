import { formatSettingValue } from '../content/json-path.ts'
import { findFirstCapture } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import { decodeAnswer, readJsonValue } from '../web/expectations.ts'
import { getHeaderValue, type WebResponse } from '../web/web-request.ts'
import type { Extraction } from './step.ts'
import type { ScenarioVariables } from './variables.ts'

/** Stores values of the answer in variables for the following steps. */
export async function extractAll(
  extractions: readonly Extraction[],
  answer: WebResponse,
  variables: ScenarioVariables,
): Promise<void> {
  for (const extraction of extractions) {
    const value = await findValue(extraction, answer)
    if (value === undefined) throw createMissingFailure(extraction, 'nothing was found')
    variables.set(extraction.variable, value)
  }
}

async function findValue(extraction: Extraction, answer: WebResponse): Promise<string | undefined> {
  const { json_path, header, content_regex } = extraction
  if (header !== undefined) return getHeaderValue(answer, header.toLowerCase())
  if (content_regex !== undefined) return findFirstCapture(content_regex, decodeAnswer(answer))
  if (json_path === undefined) return undefined
  try {
    const found = readJsonValue(answer, json_path)
    return found === undefined ? undefined : formatSettingValue(found)
  } catch (cause) {
    throw cause instanceof CheckFailure ? createMissingFailure(extraction, cause.message) : cause
  }
}

function createMissingFailure(
  { variable, json_path, header, content_regex }: Extraction,
  reason: string,
): CheckFailure {
  const source = json_path ?? (header === undefined ? `/${content_regex}/` : `the header ${header}`)
  return new CheckFailure('scenario_variable_missing', `no value for ${variable} at ${source}: ${reason}`)
}
