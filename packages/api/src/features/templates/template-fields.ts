import { key, keyList, swaggerBound, text } from '@wachta/resource/field'
import { Type } from 'typebox'
import { defaultSubject } from './rules.ts'

const body = (description: string) => text({ max: 10_000, default: '', description })
const subject = (description: string) => text({ max: 1000, default: defaultSubject, description })

/** The fields of custom and default templates. */
export const templateResourceFields = {
  channel_id: key({ description: 'A contact channel.' }),
  language_id: key({ default: 'pl' }),
  start_template: body('What is sent when an event starts.'),
  end_template: body('What is sent when an event ends.'),
  start_subject: subject('Its subject, if the channel has subjects.'),
  end_subject: subject('Its subject, if the channel has subjects.'),
}

const list = keyList({ max: 20, description: 'Artifacts to attach, if the channel supports attachments.' })

/** The OpenAPI form of the v3 API omits this bound. */
export const artifactTypeIds = { ...list, schema: Type.Unsafe<string[]>({ ...list.schema, [swaggerBound]: true }) }
