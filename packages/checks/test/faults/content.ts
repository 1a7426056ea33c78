import type { Fault } from './fault.ts'
import { page, webServer } from './servers.ts'

const content = (name: string, kind: string, text: string, settings: object): Fault => ({
  name,
  type_id: 'http',
  settings: { ...settings },
  server: () => page(text, { 'content-type': 'text/plain', 'x-cache': 'MISS' }),
  kind,
})

export const contentFaults: readonly Fault[] = [
  content('a text that is missing', 'content_text_missing', 'hello', { content_regex: '^OK' }),
  content('a text that must not be there', 'content_text_forbidden', 'Fatal error', {
    negative_content_regex: '(?i)fatal',
  }),
  content('nothing at all', 'content_empty', '', { content_regex: 'OK' }),
  content('nothing where JSON should be', 'content_empty', '', { json_path: '$.a' }),
  content('nothing where there is a smallest size', 'content_empty', '', { minimum_data_size: 1 }),
  content('no JSON', 'content_json_invalid', '<html>', { json_path: '$.a' }),
  content('JSON cut short', 'content_json_invalid', '{"a": [1', { json_path: '$.a' }),
  content('no such member', 'content_json_path_missing', '{"b": 1}', { json_path: '$.a' }),
  content('no such item', 'content_json_path_missing', '[1]', { json_path: '$[1]' }),
  content('a member that all objects have', 'content_json_path_missing', '{}', { json_path: '$.constructor' }),
  content('a member of a text', 'content_json_path_missing', '"abc"', { json_path: '$.length' }),
  content('another value', 'content_json_mismatch', '{"a": "down"}', { json_path: '$.a', json_path_value: 'up' }),
  content('another number', 'content_json_mismatch', '{"a": 1}', { json_path: '$.a', json_path_value: '1.0' }),
  content('null instead of a text', 'content_json_mismatch', '{"a": null}', { json_path: '$.a', json_path_value: '' }),
  content('too little', 'content_too_small', 'hello', { minimum_data_size: 6 }),
  content('too much', 'content_too_large', 'hello', { maximum_data_size: 4 }),
  content('anything where nothing may be', 'content_too_large', 'hello', { maximum_data_size: 0 }),
  content('a header that is missing', 'http_header_missing', 'hello', { response_header_regex: '^X-Other: a' }),
  content('a header with another value', 'http_header_mismatch', 'hello', {
    response_header_regex: '(?i)^x-cache: HIT$',
  }),
  content('another value of a named header', 'http_header_mismatch', 'hello', {
    response_header_regex: '^x-cache: HIT$',
  }),
  content('another type of content', 'content_type_mismatch', 'hello', { expected_content_type: 'application/json' }),
  content('an invalid pattern', 'settings_invalid', 'hello', { content_regex: '(?=a)' }),
  {
    name: 'a pattern without end',
    type_id: 'http',
    settings: { content_regex: '(?:[a-m].{100}|[n-z].{200}|[e-s].{300}|[b-y].{350})[0-9]' },
    server: () => page(Array.from({ length: 500_000 }, (_, at) => letter(at)).join('')),
    timeout_ms: 10_000,
    kind: 'pattern_too_slow',
  },
  {
    name: 'an answer that comes too late',
    type_id: 'http',
    settings: { maximum_response_time: 20 },
    server: () => webServer((_, response) => setTimeout(() => response.end('OK'), 80)),
    kind: 'timeout_total',
  },
  {
    name: 'an address that is none',
    type_id: 'http',
    server: async () => ({ address: 'http://[', close: () => undefined }),
    kind: 'address_invalid',
  },
]

/** Pseudo-random letters, so that the states of a pattern's automaton hardly repeat. */
const letter = (at: number): string => String.fromCharCode(97 + ((Math.imul(at, 2_654_435_761) >>> 16) % 26))
