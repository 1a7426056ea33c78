import { isFound } from '../content/regular-expression.ts'
import { CheckFailure } from '../failure.ts'
import { expectJson, expectNoText, expectStatus, expectText, expectTime } from '../web/expectations.ts'
import { getHeaderValues, type WebResponse } from '../web/web-request.ts'
import type { Assertion } from './step.ts'

/** Checks the assertions of a step in order; the first that fails is the failure, with its own error type. */
export async function assertAll(
  assertions: readonly Assertion[],
  answer: WebResponse,
  milliseconds: number,
): Promise<void> {
  for (const {
    status_codes,
    content_regex,
    negative_content_regex,
    header,
    json,
    maximum_response_time,
  } of assertions) {
    if (status_codes !== undefined) expectStatus(answer, status_codes)
    if (content_regex !== undefined) await expectText(answer, content_regex)
    if (negative_content_regex !== undefined) await expectNoText(answer, negative_content_regex)
    if (header !== undefined) await expectHeaderValue(answer, header)
    if (json !== undefined) expectJson(answer, json.path, json.value)
    if (maximum_response_time !== undefined) expectTime(milliseconds, maximum_response_time)
  }
}

async function expectHeaderValue(answer: WebResponse, { name, regex }: { name: string; regex: string }): Promise<void> {
  const values = getHeaderValues(answer, name.toLowerCase())
  if (values.length === 0) throw new CheckFailure('http_header_missing', `the answer has no header ${name}`)
  for (const value of values) if (await isFound(regex, value)) return
  throw new CheckFailure('http_header_mismatch', `${name} does not match ${JSON.stringify(regex)}`)
}
