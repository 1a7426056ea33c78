import { findFreePort } from '@wachta/testing/free-port'
import { startShop } from '../support/shop-server.ts'
import type { Fault } from './fault.ts'

/** A good first step, then the given one: the failure must be reported for the second. */
const second = (step: object): Fault['settings'] => ({
  steps: [
    { name: 'Open the form', url: '/form' },
    { name: 'Fail', ...step },
  ],
})

const fault = (name: string, kind: string, step: object, rest: Partial<Fault> = {}): Fault => ({
  name,
  type_id: 'http_scenario',
  kind,
  ...rest,
  settings: { ...second(step), ...rest.settings },
  server: rest.server ?? startShop,
})

export const scenarioFaults: readonly Fault[] = [
  fault('the page is not there', 'http_not_found', { url: '/nowhere' }),
  fault('the login is refused', 'http_access_denied', { url: '/login', method: 'POST', body: '{}' }),
  fault('the session is not known', 'http_authentication_required', { url: '/orders/42' }),
  fault('the redirect leads to a refusal', 'http_authentication_required', { url: '/moved' }),
  fault('the status is another one', 'http_status', { url: '/form', assertions: [{ status_codes: '201' }] }),
  fault('the text is missing', 'content_text_missing', { url: '/form', assertions: [{ content_regex: 'welcome' }] }),
  fault('the text is there', 'content_text_forbidden', {
    url: '/form',
    assertions: [{ negative_content_regex: 'csrf' }],
  }),
  fault('the header is missing', 'http_header_missing', {
    url: '/form',
    assertions: [{ header: { name: 'X-Page', regex: '.' } }],
  }),
  fault('the header is another one', 'http_header_mismatch', {
    url: '/form',
    assertions: [{ header: { name: 'Content-Type', regex: 'json' } }],
  }),
  fault('the value is another one', 'content_json_mismatch', {
    url: '/order?number=1',
    assertions: [{ json: { path: '$.number', value: '2' } }],
  }),
  fault('the path is not there', 'content_json_path_missing', {
    url: '/order',
    assertions: [{ json: { path: '$.price', value: '2' } }],
  }),
  fault('the content is no JSON', 'content_json_invalid', {
    url: '/broken',
    assertions: [{ json: { path: '$.half', value: '2' } }],
  }),
  fault('the content is empty', 'content_empty', { url: '/empty', assertions: [{ content_regex: '.' }] }),
  fault('the answer is slow', 'timeout_total', { url: '/slow', assertions: [{ maximum_response_time: 100 }] }),
  fault('the step takes too long', 'timeout_first_byte', { url: '/slow' }, { settings: { step_timeout: 200 } }),
  fault('the scenario takes too long', 'timeout_first_byte', { url: '/slow' }, { timeout_ms: 300 }),
  fault('the value to remember is not in the JSON', 'scenario_variable_missing', {
    url: '/order',
    extract: [{ variable: 'price', json_path: '$.price' }],
  }),
  fault('the content to remember from is no JSON', 'scenario_variable_missing', {
    url: '/broken',
    extract: [{ variable: 'price', json_path: '$.price' }],
  }),
  fault('the header to remember is not there', 'scenario_variable_missing', {
    url: '/form',
    extract: [{ variable: 'page', header: 'X-Page' }],
  }),
  fault('the text to remember is not there', 'scenario_variable_missing', {
    url: '/form',
    extract: [{ variable: 'price', content_regex: 'price=(\\d+)' }],
  }),
  fault('a variable was never set', 'scenario_variable_undefined', { url: '/orders/{{id}}' }),
  fault('a setting is not set', 'scenario_variable_undefined', { url: '/form', headers: ['X-Key: {{token}}'] }),
  fault(
    'the address cannot be read',
    'scenario_address_invalid',
    { url: 'http://{{username}}/' },
    {
      settings: { username: 'a b:c' },
    },
  ),
  fault(
    'nothing listens',
    'connection_refused',
    { url: '/form' },
    {
      server: async () => ({ address: `127.0.0.1:${await findFreePort()}`, close: async () => undefined }),
    },
  ),
  fault('a pattern cannot be read', 'settings_invalid', { url: '/form', assertions: [{ content_regex: '(?=a)' }] }),
]
