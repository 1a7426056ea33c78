import type { Row, Table } from './table.ts'

const service: Row = ['service_id', 'integer', { min: 1 }]
const sensor: Row = ['sensor_id', 'integer', { min: 1 }]
const analysisId: Row = [
  'analysis_id',
  'string',
  {
    min: 15,
    max: 15,
    sized: (length) => '1'.repeat(length),
    accepts: ['260301123000000'],
    refuses: ['26030112300000a', '26-301123000000'],
  },
]

export const analysis: Table = {
  schema: 'analysis',
  closed: false,
  rows: [
    service,
    analysisId,
    ['time', 'dateTime'],
    ['failure', 'boolean'],
    ['ok_checks_count', 'integer', { min: 0 }],
    ['error_checks_count', 'integer', { min: 0 }],
    ['unknown_checks_count', 'integer', { min: 0 }],
    ['error_tolerance', 'integer', { min: 0 }],
  ],
  ours: ['error_type_id'],
}

export const check: Table = {
  schema: 'check',
  closed: false,
  rows: [
    service,
    sensor,
    analysisId,
    ['time', 'dateTime'],
    ['result', 'string', { oneOf: ['ok', 'error', 'unknown'] }],
    ['error_type_id', 'integer|null', { min: 1 }],
    ['error_message', 'string|null'],
    ['path_step', 'integer|null', { min: 1 }],
    ['response_time', 'integer|null', { min: 0 }],
    ['data_size', 'integer|null', { min: 0 }],
    ['har_available', 'boolean'],
  ],
}

export const checkDetail: Table = {
  schema: 'check_detail',
  closed: false,
  rows: [
    service,
    sensor,
    analysisId,
    ['base_url', 'string|null'],
    ['content_available', 'boolean'],
    ['content_type', 'string|null'],
    ['file_name', 'string|null'],
    // `step_data` is an array or null, its elements are described below; those of `metrics` are not documented.
    ['metrics', 'not shown'],
    ['response_headers', 'string|null'],
    ['step_data', 'not shown'],
  ],
}

export const checkStepDetail: Table = {
  schema: 'check_detail.step_data.[]',
  closed: false,
  required: ['step', 'response_time', 'data_size'],
  rows: [
    ['step', 'integer', { min: 1 }],
    ['response_time', 'integer|null', { min: 0 }],
    ['data_size', 'integer|null', { min: 0 }],
  ],
}

export const artifact: Table = {
  schema: 'artifact',
  closed: false,
  rows: [
    service,
    sensor,
    analysisId,
    ['artifact_id', 'string', { key: true }],
    ['content_type', 'string'],
    ['file_name', 'string'],
  ],
  ours: ['size', 'is_cut', 'url'],
}

export const availabilityTimeRange: Table = {
  schema: 'availability_time_range',
  closed: false,
  required: ['from', 'to'],
  rows: [
    ['from', 'dateTime|null'],
    ['to', 'dateTime|null'],
  ],
}
