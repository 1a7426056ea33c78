import type { ArtifactChunk } from '../src/index.ts'

export type WireForm = 'assignment' | 'command' | 'beat' | 'beat_answer' | 'answer' | 'results'

interface GoldenVector {
  readonly form: WireForm
  readonly bytes: string
  readonly message: object
}

const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const revision = {
  revision: 3,
  effective_from: 1_700_000_030_000,
  effective_to: null,
  is_active: true,
  type_id: 'http',
  interval_ms: 60_000,
  phase_ms: 12_345,
  sensor_ids: [7, 8, 9],
  timeout_ms: 10_000,
  spread_ms: 10_000,
  address: 'https://przykład.example/?a=1',
  extended_settings: { method: 'GET', follow: true, limit: 1.5, text: null },
  secrets: 'eGtjdjE=',
}

const revisionBytes =
  '{"revision":3,"effective_from":1700000030000,"effective_to":null,"is_active":true,"type_id":"http",' +
  '"interval_ms":60000,"phase_ms":12345,"sensor_ids":[7,8,9],"timeout_ms":10000,"spread_ms":10000,' +
  '"address":"https://przykład.example/?a=1","extended_settings":{"method":"GET","follow":true,"limit":1.5,"text":null},' +
  '"secrets":"eGtjdjE="}'

const check = {
  service_id: 42,
  slot: 1_700_000_040_000,
  revision: 3,
  sensor_id: 7,
  started: 12,
  result: 'ok',
  error_type_id: null,
  reason: null,
  path_step: null,
  response_time: 120,
  data_size: 512,
  timings: { lookup: 1, connect: 2, tls: 30, first_byte: 80 },
  words: null,
}

/** The permanent byte sequences of version 1: all later versions must read them in the same way. */
export const golden: readonly GoldenVector[] = [
  {
    form: 'assignment',
    bytes: `{"service_id":42,"group":0,"revisions":[${revisionBytes}],"v":1}`,
    message: { v: 1, service_id: 42, group: 0, revisions: [revision] },
  },
  {
    form: 'assignment',
    bytes: '{"service_id":42,"group":0,"revisions":[],"v":1}',
    message: { v: 1, service_id: 42, group: 0, revisions: [] },
  },
  {
    form: 'command',
    bytes:
      '{"kind":"force","service_id":42,"group":1,"slot":1700000040001,"expires_at":1700000055000,"revision":3,' +
      '"type_id":"ping","timeout_ms":5000,"address":"192.0.2.1","extended_settings":{},"secrets":null,"v":1}',
    message: {
      kind: 'force',
      service_id: 42,
      group: 1,
      slot: 1_700_000_040_001,
      expires_at: 1_700_000_055_000,
      revision: 3,
      type_id: 'ping',
      timeout_ms: 5_000,
      address: '192.0.2.1',
      extended_settings: {},
      secrets: null,
    },
  },
  {
    form: 'command',
    bytes: '{"kind":"committed","host":"a1-b2","marks":[[0,17],[7,9007199254740991]],"v":1}',
    message: {
      kind: 'committed',
      host: 'a1-b2',
      marks: [
        [0, 17],
        [7, Number.MAX_SAFE_INTEGER],
      ],
    },
  },
  {
    form: 'command',
    bytes: '{"kind":"committed","host":"a1-b2","marks":[[0,17,"5e-1"]],"v":1}',
    message: { kind: 'committed', host: 'a1-b2', marks: [[0, 17, '5e-1']] },
  },
  {
    form: 'command',
    bytes: '{"kind":"committed","host":"a1-b2","marks":[[0,17,"5.1"]],"packed":true,"v":1}',
    message: { kind: 'committed', host: 'a1-b2', marks: [[0, 17, '5.1']], readsPacked: true },
  },
  {
    form: 'command',
    bytes:
      '{"kind":"dns","id":"9f-1","expires_at":1700000055000,"dns_server":"192.0.2.53","address":"example.org",' +
      '"record_type":"MX","v":1}',
    message: {
      kind: 'dns',
      id: '9f-1',
      expires_at: 1_700_000_055_000,
      dns_server: '192.0.2.53',
      address: 'example.org',
      record_type: 'MX',
    },
  },
  {
    form: 'command',
    bytes: '{"kind":"traceroute","id":"9f-2","expires_at":1700000055000,"address":"example.org","v":1}',
    message: { kind: 'traceroute', id: '9f-2', expires_at: 1_700_000_055_000, address: 'example.org' },
  },
  {
    form: 'command',
    bytes:
      '{"kind":"force","service_id":43,"group":1,"slot":1700000040001,"expires_at":1700000055000,"revision":3,' +
      '"type_id":"browser_scenario","timeout_ms":45000,"address":"https://shop.example","extended_settings":{"steps":[{"name":"Log in",' +
      '"actions":[{"open":"/"},{"fill":{"selector":"label=E-mail","value":"{{username}}"}},{"screenshot":true}]}]},"secrets":null,"v":1}',
    message: {
      kind: 'force',
      service_id: 43,
      group: 1,
      slot: 1_700_000_040_001,
      expires_at: 1_700_000_055_000,
      revision: 3,
      type_id: 'browser_scenario',
      timeout_ms: 45_000,
      address: 'https://shop.example',
      extended_settings: {
        steps: [
          {
            name: 'Log in',
            actions: [
              { open: '/' },
              { fill: { selector: 'label=E-mail', value: '{{username}}' } },
              { screenshot: true },
            ],
          },
        ],
      },
      secrets: null,
    },
  },
  { form: 'command', bytes: '{"kind":"resync","v":1}', message: { kind: 'resync' } },
  { form: 'command', bytes: '{"kind":"report","v":1}', message: { kind: 'report' } },
  {
    form: 'beat',
    bytes:
      '{"host":"a1-b2","version":"0.1.0","sent":1700000040000,"clock_offset_ms":-3,"lag_ms":15,' +
      `"digest":{"count":2,"hash":"${hash}"},"self_check":true,"reference_networks":4,"running":4,"spooled":10,"spooled_bytes":2048,` +
      '"complete_until":1700000010000,"dropped_artifacts":0,"disk_fault":false,"v":1}',
    message: {
      v: 1,
      host: 'a1-b2',
      version: '0.1.0',
      sent: 1_700_000_040_000,
      clock_offset_ms: -3,
      lag_ms: 15,
      digest: { count: 2, hash },
      self_check: true,
      reference_networks: 4,
      running: 4,
      spooled: 10,
      spooled_bytes: 2_048,
      complete_until: 1_700_000_010_000,
      dropped_artifacts: 0,
      disk_fault: false,
    },
  },
  {
    form: 'beat',
    bytes:
      '{"host":"a1-b2","version":"0.2.0","sent":1700000040000,"clock_offset_ms":null,"lag_ms":0,' +
      `"digest":{"count":2,"hash":"${hash}"},"self_check":null,"reference_networks":null,"running":0,"spooled":0,"spooled_bytes":0,` +
      '"complete_until":null,"dropped_artifacts":0,"disk_fault":false,"browser":{"able":false,"reason":"no chromium"},"v":1}',
    message: {
      v: 1,
      host: 'a1-b2',
      version: '0.2.0',
      sent: 1_700_000_040_000,
      clock_offset_ms: null,
      lag_ms: 0,
      digest: { count: 2, hash },
      self_check: null,
      reference_networks: null,
      running: 0,
      spooled: 0,
      spooled_bytes: 0,
      complete_until: null,
      dropped_artifacts: 0,
      disk_fault: false,
      browser: { able: false, reason: 'no chromium' },
    },
  },
  {
    form: 'beat',
    bytes:
      '{"host":"a1-b2","version":"0.3.0","sent":1700000040000,"clock_offset_ms":null,"lag_ms":0,' +
      `"digest":{"count":2,"hash":"${hash}"},"self_check":null,"reference_networks":null,"running":0,"spooled":0,"spooled_bytes":0,` +
      '"complete_until":null,"dropped_artifacts":0,"disk_fault":false,' +
      '"share":{"capacity":5000,"leaving":false,"buckets":[[0,0,null],[63,1700000030000,1700000052000]]},"v":1}',
    message: {
      v: 1,
      host: 'a1-b2',
      version: '0.3.0',
      sent: 1_700_000_040_000,
      clock_offset_ms: null,
      lag_ms: 0,
      digest: { count: 2, hash },
      self_check: null,
      reference_networks: null,
      running: 0,
      spooled: 0,
      spooled_bytes: 0,
      complete_until: null,
      dropped_artifacts: 0,
      disk_fault: false,
      share: {
        capacity: 5_000,
        isLeaving: false,
        buckets: [
          { bucket: 0, from: 0, until: null },
          { bucket: 63, from: 1_700_000_030_000, until: 1_700_000_052_000 },
        ],
      },
    },
  },
  {
    form: 'beat_answer',
    bytes:
      `{"received":1700000040010,"sent":1700000040011,"digest":{"count":2,"hash":"${hash}"},` +
      '"valid_until":1700086440000,"quarantined":false,"backlog_credit":500,"epoch":1700000000000,' +
      '"share":{"lease_ms":15000,"alone":true,"buckets":[[5,0,null]]},"v":1}',
    message: {
      v: 1,
      received: 1_700_000_040_010,
      sent: 1_700_000_040_011,
      digest: { count: 2, hash },
      valid_until: 1_700_086_440_000,
      quarantined: false,
      backlog_credit: 500,
      epoch: 1_700_000_000_000,
      share: { leaseMs: 15_000, isAlone: true, buckets: [{ bucket: 5, from: 0, until: null }] },
    },
  },
  {
    form: 'beat_answer',
    bytes:
      `{"received":1700000040010,"sent":1700000040011,"digest":{"count":2,"hash":"${hash}"},` +
      '"valid_until":1700086440000,"quarantined":false,"backlog_credit":500,"v":1}',
    message: {
      v: 1,
      received: 1_700_000_040_010,
      sent: 1_700_000_040_011,
      digest: { count: 2, hash },
      valid_until: 1_700_086_440_000,
      quarantined: false,
      backlog_credit: 500,
    },
  },
  {
    form: 'beat_answer',
    bytes:
      `{"received":1700000040010,"sent":1700000040011,"digest":{"count":2,"hash":"${hash}"},` +
      '"valid_until":1700086440000,"quarantined":false,"backlog_credit":500,"epoch":1700000000000,"v":1}',
    message: {
      v: 1,
      received: 1_700_000_040_010,
      sent: 1_700_000_040_011,
      digest: { count: 2, hash },
      valid_until: 1_700_086_440_000,
      quarantined: false,
      backlog_credit: 500,
      epoch: 1_700_000_000_000,
    },
  },
  {
    form: 'answer',
    bytes: '{"id":"9f-1","status":"in_progress","v":1}',
    message: { id: '9f-1', status: 'in_progress' },
  },
  {
    form: 'answer',
    bytes: '{"id":"9f-1","status":"completed","results":"; <<>> DiG\\n","v":1}',
    message: { id: '9f-1', status: 'completed', results: '; <<>> DiG\n' },
  },
  {
    form: 'answer',
    bytes:
      '{"id":"9f-2","status":"completed","results":[{"hop":1,"address":"192.0.2.1","name":"gw","times":[0.5,null,2]},' +
      '{"hop":2,"address":null,"name":null,"times":[null,null,null]}],"v":1}',
    message: {
      id: '9f-2',
      status: 'completed',
      results: [
        { hop: 1, address: '192.0.2.1', name: 'gw', times: [0.5, null, 2] },
        { hop: 2, address: null, name: null, times: [null, null, null] },
      ],
    },
  },
  {
    form: 'results',
    bytes:
      '{"v":1,"host":"a1-b2","first":17,"service":[42,43,44],"slot":[1700000040000,1700000041000,1700000042000],' +
      '"rev":[3,1,1],"start":[12,-4,0],"result":[0,1,2],"code":[null,1203,1],"step":[null,2,null],' +
      '"time":[120,null,null],"size":[512,null,null],"lookup":[1,null,null],"connect":[2,null,null],' +
      '"tls":[30,null,null],"first_byte":[80,null,null],"words":[[1,{"error_message":"Połączenie odrzucone",' +
      '"metrics":{"latency":1.5},"step_data":[{"step":1,"response_time":5,"data_size":null}]}]]}',
    message: {
      sensor_id: 7,
      host: 'a1-b2',
      first: 17,
      count: 3,
      faults: [],
      reports: [
        check,
        {
          ...check,
          service_id: 43,
          slot: 1_700_000_041_000,
          revision: 1,
          started: -4,
          result: 'error',
          error_type_id: 1_203,
          path_step: 2,
          response_time: null,
          data_size: null,
          timings: {},
          words: {
            error_message: 'Połączenie odrzucone',
            metrics: { latency: 1.5 },
            step_data: [{ step: 1, response_time: 5, data_size: null }],
          },
        },
        {
          ...check,
          service_id: 44,
          slot: 1_700_000_042_000,
          revision: 1,
          started: 0,
          result: 'unknown',
          reason: 'self_check',
          response_time: null,
          data_size: null,
          timings: {},
        },
      ],
    },
  },
]

export const artifact: ArtifactChunk = {
  service_id: 42,
  slot: 1_700_000_040_000,
  artifact_id: 'response_body',
  content_type: 'text/html; charset=utf-8',
  file_name: 'zażółć 1.html',
  sha256: hash,
  size: 3,
  isTruncated: false,
  index: 0,
  count: 1,
  bytes: Uint8Array.of(1, 2, 3),
}
