import type { Row, Table } from './table.ts'

const status: Row = ['status', 'string', { oneOf: ['ok', 'failure', 'paused'] }]
const description: Row = ['description', 'string', { max: 1000 }]

const intervalRows: readonly Row[] = [['end_time', 'dateTime'], ['start_time', 'dateTime'], status, description]

export const correction: Table = {
  schema: 'correction',
  closed: false,
  rows: [
    ['id', 'integer', { min: 1 }],
    ['service_id', 'integer', { min: 1 }],
    ['start_time', 'dateTime'],
    ['end_time', 'dateTime'],
    status,
    description,
    ['created_at', 'dateTime'],
  ],
}

export const correctionCreateData: Table = {
  schema: 'correction_create_data',
  closed: true,
  required: ['end_time', 'service_id', 'start_time', 'status'],
  rows: [['service_id', 'integer', { min: 1 }], ...intervalRows],
}

export const correctionCreateResult: Table = {
  schema: 'correction_create_result',
  closed: true,
  required: ['id'],
  rows: [['id', 'integer', { min: 1 }]],
}

export const correctionBulkCreateData: Table = {
  schema: 'correction_bulk_create_data',
  closed: true,
  required: ['service_ids', 'end_time', 'start_time', 'status'],
  rows: [['service_ids', 'array of id', { swaggerMax: 1000 }], ...intervalRows],
}

export const correctionBulkUpdateData: Table = {
  schema: 'correction_bulk_update_data',
  closed: false,
  required: ['ids'],
  rows: [['ids', 'array of id', { swaggerMax: 1000 }], description, status],
}

export const correctionIntervalsCreateType: Table = {
  schema: 'correction_intervals_create_data.[]',
  closed: true,
  required: ['end_time', 'start_time', 'status'],
  rows: intervalRows,
}
