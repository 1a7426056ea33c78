import { Type } from 'typebox'
import { timeDescription } from './times.ts'

const nameOrIdSchema = (description: string) =>
  Type.Unsafe<string | number>({ type: ['string', 'integer'], description, maxLength: 200 })

export const serviceInput = nameOrIdSchema('Name or id of the service')
export const incidentInput = Type.Integer({ minimum: 1, description: 'Id of the incident' })
export const rangeInputs = {
  from: Type.Optional(
    Type.String({ maxLength: 40, description: `Start; default a day before the end. ${timeDescription}` }),
  ),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'End; default now' })),
}
export const limitInput = (defaultLimit: number, max = 100) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: max, description: `Default ${defaultLimit}` }))
export const noteInput = Type.Optional(Type.String({ maxLength: 1000, description: 'For colleagues' }))

export const noOtherInputs = { additionalProperties: false } as const
export const sensorInput = Type.Optional(nameOrIdSchema('Name or id; default one that checks the service'))
