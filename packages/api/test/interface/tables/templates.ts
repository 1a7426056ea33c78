import type { Row, Table } from './table.ts'

/** In the API, this default names its own product; ours names Wachta. */
const subject = (name: string): Row => [name, 'string', { max: 1000, ours: { default: 'Wachta: {{service_name}}' } }]
const body = (name: string): Row => [name, 'string', { max: 10_000, default: '' }]

export const customTemplate: Table = {
  schema: 'custom_template',
  closed: false,
  rows: [
    ['contact_id', 'integer', { min: 1 }],
    ['channel_id', 'string', { key: true }],
    ['template_id', 'integer', { min: 1 }],
  ],
}

export const defaultTemplate: Table = {
  schema: 'default_template',
  closed: false,
  rows: [
    ['channel_id', 'string', { key: true }],
    ['language_id', 'string', { default: 'pl', key: true }],
    body('start_template'),
    body('end_template'),
    subject('start_subject'),
    subject('end_subject'),
    ['artifact_type_ids', 'array of string', { key: true, swaggerMax: 20 }],
  ],
}
