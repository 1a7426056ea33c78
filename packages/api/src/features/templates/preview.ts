import {
  buildEnum,
  type Call,
  closed,
  nameSchema,
  type Operation,
  parseKey,
  readRecord,
  reject,
  requirePermission,
  type Values,
} from '@wachta/resource'
import { id as idField, key } from '@wachta/resource/field'
import { Type } from 'typebox'
import { loadAlertValues } from './alert-values.ts'
import { type ChannelTexts, readChannelTexts, rejectUnsendable, renderPreview } from './rules.ts'
import { template } from './template.ts'
import { templateResourceFields } from './template-fields.ts'

const { channel_id, start_template, end_template, start_subject, end_subject } = templateResourceFields

const occurrence_id = Type.Optional(
  idField({ description: 'A past occurrence whose values replace those of the example; see occurrences.' }).schema,
)
const savedPreviewData = nameSchema('saved_template_preview_data', Type.Object({ occurrence_id }, closed))
const previewData = nameSchema(
  'template_preview_data',
  Type.Object(
    {
      channel_id: channel_id.schema,
      language_id: Type.Optional(key({ description: 'Default: that of the caller.' }).schema),
      start_template: Type.Optional(start_template.schema),
      end_template: Type.Optional(end_template.schema),
      start_subject: Type.Optional(start_subject.schema),
      end_subject: Type.Optional(end_subject.schema),
      occurrence_id,
    },
    closed,
  ),
)

const subject = Type.String({ description: 'Empty if the channel has no subjects.' })
const segments = Type.Optional(
  Type.Object(
    {
      alphabet: buildEnum(['gsm7', 'ucs2']),
      count: Type.Integer({
        minimum: 1,
        description: 'The number of text messages that the network counts and charges.',
      }),
    },
    { ...closed, description: 'Only of text messages, and of texts that are not empty.' },
  ),
)
const preview = nameSchema(
  'template_preview',
  Type.Object(
    {
      start_subject: subject,
      start_text: Type.String(),
      start_segments: segments,
      end_subject: subject,
      end_text: Type.String(),
      end_segments: segments,
    },
    closed,
  ),
)

/** The operations that show a template as recipients see it. */
export function templatePreviewOperations(): Operation[] {
  const common = {
    method: 'POST',
    tag: 'templates',
    access: 'customer',
    status: 200,
    result: preview,
    reads: true,
  } as const
  return [
    {
      ...common,
      id: 'preview_template_data',
      path: '/templates/preview',
      summary:
        'Preview a template before it is saved, filled in with the values of an example or of a past occurrence.',
      body: previewData,
      async handle(call) {
        const texts = readChannelTexts(call.body as Values, call.caller.language)
        rejectUnsendable(texts)
        return { value: renderPreview(texts, await loadValues(texts, call)) }
      },
    },
    {
      ...common,
      id: 'preview_template',
      path: '/templates/{_id}/preview',
      summary: 'Preview a template, filled in with the values of an example or of a past occurrence.',
      body: savedPreviewData,
      bodyOptional: true,
      on: { resource: 'template', flag: 'read' },
      async handle(call) {
        const id = parseKey(template, call)
        await requirePermission({ resource: template, key: id }, 'read', call)
        const texts = readChannelTexts(await readRecord({ resource: template, key: id }, call))
        return { value: renderPreview(texts, await loadValues(texts, call)) }
      },
    },
  ]
}

/** Loads the values of the alert in the request; undefined for the sample values. */
async function loadValues({ language }: ChannelTexts, call: Call) {
  const { occurrence_id: id } = (call.body ?? {}) as { occurrence_id?: number }
  if (id === undefined) return undefined
  if (!(await call.holds('occurrence', id, 'read'))) reject('unknown_reference', 'data.occurrence_id')
  return loadAlertValues(id, language, call)
}
