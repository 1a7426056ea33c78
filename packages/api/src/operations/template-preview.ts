import { closed, demand, keyOf, named, type Operation, recordOf, type Values } from '@wachta/resource'
import { key } from '@wachta/resource/field'
import { Type } from 'typebox'
import { previewOf, refuseUnsendable, textsOf } from '../configuration/templates.ts'
import { template } from '../resources/template.ts'
import { templateFields } from '../resources/template-fields.ts'
import type { Services } from '../services.ts'

const { channel_id, start_template, end_template, start_subject, end_subject } = templateFields

const previewData = named(
  'template_preview_data',
  Type.Object(
    {
      channel_id: channel_id.schema,
      language_id: Type.Optional(key({ description: "The caller's, unless given." }).schema),
      start_template: Type.Optional(start_template.schema),
      end_template: Type.Optional(end_template.schema),
      start_subject: Type.Optional(start_subject.schema),
      end_subject: Type.Optional(end_subject.schema),
    },
    closed,
  ),
)

const subject = Type.String({ description: 'Empty where the channel has no subjects.' })
const preview = named(
  'template_preview',
  Type.Object(
    { start_subject: subject, start_text: Type.String(), end_subject: subject, end_text: Type.String() },
    closed,
  ),
)

/** What a template looks like to those who are told with it, before anything has happened. */
export function templatePreviewOperations({ searcher: { registry } }: Services): Operation[] {
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
      summary: 'A template that is still being written, filled in with the values of an example.',
      body: previewData,
      async handle(call) {
        const texts = textsOf(call.body as Values, call.caller.language)
        refuseUnsendable(texts)
        return { value: previewOf(texts) }
      },
    },
    {
      ...common,
      id: 'preview_template',
      path: '/templates/{_id}/preview',
      summary: 'A template, filled in with the values of an example.',
      on: { resource: 'template', flag: 'read' },
      async handle(call) {
        const id = keyOf(template, call)
        await demand(registry, template, id, 'read', call)
        return { value: previewOf(textsOf(await recordOf(registry, template, id, call))) }
      },
    },
  ]
}
