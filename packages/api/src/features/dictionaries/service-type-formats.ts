import { describeSettings, findCheckType, settingEditors } from '@wachta/checks'
import type { Language } from '@wachta/domain'
import { nameSchema, type Operation, parseKey, reject } from '@wachta/resource'
import { Type } from 'typebox'
import { serviceType } from './service-type.ts'

const orNull = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] })

const extendedSettingFormat = nameSchema(
  'extended_setting_format',
  Type.Object({
    key: Type.String(),
    name: Type.String(),
    type: Type.String({ description: 'The JSON type of a value; null is accepted too and stands for the default.' }),
    default: Type.Unsafe<unknown>({ description: 'The value that applies if nothing is set; null for none.' }),
    minimum: orNull('number'),
    maximum: orNull('number'),
    pattern: orNull('string'),
    enum: Type.Unsafe<unknown[] | null>({ type: ['array', 'null'], items: {} }),
    is_secret: Type.Boolean({ description: 'Never returned; a mask shows that there is one.' }),
    section: Type.Object(
      {
        id: Type.String(),
        name: Type.String(),
        position: Type.Integer({ description: 'Forms show the sections in this order.' }),
      },
      { description: 'Where forms show the setting.' },
    ),
    editor: Type.Unsafe<string>({
      type: 'string',
      enum: [...settingEditors],
      description:
        'How forms edit the setting; `key_values` are entries of a list such as `Name: value`, `http_steps` and `browser_steps` the steps of a scenario.',
    }),
    presets: Type.Array(Type.Object({ value: Type.Unsafe<unknown>({}), name: Type.String() }), {
      description: 'Values that forms offer; entries that can be added, for a list.',
    }),
  }),
)

export const extendedSettingFormats: Operation = {
  id: 'list_extended_setting_formats',
  method: 'GET',
  path: '/service_types/{_id}/extended_setting_formats',
  tag: 'service_types',
  summary: 'Format specifications of extended settings for the type.',
  access: 'public',
  on: { resource: 'service_type', flag: 'read' },
  status: 200,
  result: [extendedSettingFormat],
  async handle(call) {
    const type = findCheckType(String(parseKey(serviceType, call))) ?? reject('not_found')
    const formats = describeSettings(type, call.caller.language as Language)
    return { value: formats, headers: { 'x-total-count': String(formats.length) } }
  },
}
