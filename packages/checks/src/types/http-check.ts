import type { Probe } from '../probe.ts'
import { CookieJar } from '../web/cookie-jar.ts'
import {
  expectContentType,
  expectHeader,
  expectJson,
  expectNoText,
  expectSize,
  expectStatus,
  expectText,
  expectTime,
} from '../web/expectations.ts'
import { fetchFollowing } from '../web/fetch-following.ts'
import { fetchOnce } from '../web/fetch-once.ts'
import type { CheckRequest, WebResponse } from '../web/web-request.ts'
import type { CheckTarget } from './check-target.ts'
import { buildHttpRequest } from './http-request.ts'
import { readFlagSetting, readNumberSetting, readTextSetting } from './read-settings.ts'
import type { CheckSettings } from './setting.ts'

/** Sends the request of a service and compares the response with its expectations. */
export const checkHttp =
  (scheme: 'http' | 'https') =>
  async (check: CheckTarget, probe: Probe): Promise<void> => {
    const started = probe.now()
    const response = await fetchResponse(buildHttpRequest(check, scheme), check.settings, probe)
    const time = probe.now() - started
    probe.setResponseTime(time)
    probe.enter('judging')
    await checkExpectations(response, check.settings)
    expectTime(time, readNumberSetting(check.settings, 'maximum_response_time'))
  }

function fetchResponse(request: CheckRequest, settings: CheckSettings, probe: Probe): Promise<WebResponse> {
  if (!readFlagSetting(settings, 'follow_redirects')) return fetchOnce(request, probe)
  const maxRedirects = readNumberSetting(settings, 'maximum_redirects') ?? 0
  return fetchFollowing(request, { maxRedirects, cookies: new CookieJar() }, probe)
}

async function checkExpectations(response: WebResponse, settings: CheckSettings): Promise<void> {
  expectStatus(response, readTextSetting(settings, 'expected_status_codes') ?? '')
  const contentType = readTextSetting(settings, 'expected_content_type')
  if (contentType !== null) expectContentType(response, contentType)
  const header = readTextSetting(settings, 'response_header_regex')
  if (header !== null) await expectHeader(response, header)
  expectSize(response, readNumberSetting(settings, 'minimum_data_size'))
  const contentPattern = readTextSetting(settings, 'content_regex')
  if (contentPattern !== null) await expectText(response, contentPattern)
  const forbiddenPattern = readTextSetting(settings, 'negative_content_regex')
  if (forbiddenPattern !== null) await expectNoText(response, forbiddenPattern)
  const path = readTextSetting(settings, 'json_path')
  if (path !== null) expectJson(response, path, readTextSetting(settings, 'json_path_value'))
}
