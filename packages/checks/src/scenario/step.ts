import { Type } from 'typebox'
import { httpMethods } from '../types/http-settings.ts'
import { headerLinePattern, headerNamePattern, jsonPathPattern, statusCodesPattern } from '../types/patterns.ts'
import {
  closedObject,
  demandExactlyOne,
  lineSchema,
  regexSchema,
  targetSchema,
  variableName,
} from '../types/scenario-settings.ts'
import { maxTimeoutMs } from '../types/shared-settings.ts'
import { createStepsReader } from './steps-reader.ts'

/** One request of a scenario, with its assertions and extractions. */
export interface ScenarioStep {
  readonly name: string
  readonly method?: string
  /** A web address, or a path that starts from the address of the service. */
  readonly url: string
  readonly headers?: readonly string[]
  readonly body?: string
  readonly assertions?: readonly Assertion[]
  readonly extract?: readonly Extraction[]
}

/** What the answer must fulfil; exactly one field is set. */
export interface Assertion {
  readonly status_codes?: string
  readonly content_regex?: string
  readonly negative_content_regex?: string
  readonly header?: { readonly name: string; readonly regex: string }
  readonly json?: { readonly path: string; readonly value: string }
  readonly maximum_response_time?: number
}

/** Where the value of a variable comes from; exactly one source is set. */
export interface Extraction {
  readonly variable: string
  readonly json_path?: string
  readonly header?: string
  readonly content_regex?: string
}

const header = Type.String({ minLength: 1, maxLength: 64, pattern: headerNamePattern })
const path = Type.String({ maxLength: 1500, pattern: jsonPathPattern })

const assertion = demandExactlyOne({
  status_codes: Type.String({ maxLength: 200, pattern: statusCodesPattern }),
  content_regex: regexSchema,
  negative_content_regex: regexSchema,
  header: closedObject({ name: header, regex: regexSchema }),
  json: closedObject({ path, value: Type.String({ maxLength: 1000 }) }),
  maximum_response_time: Type.Integer({ minimum: 1, maximum: maxTimeoutMs }),
})

const extraction = demandExactlyOne({ json_path: path, header, content_regex: regexSchema }, { variable: variableName })

const schema = closedObject({
  name: lineSchema(255),
  method: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: httpMethods, default: 'GET' })),
  url: targetSchema,
  headers: Type.Optional(Type.Array(Type.String({ maxLength: 1000, pattern: headerLinePattern }), { maxItems: 20 })),
  body: Type.Optional(Type.String({ maxLength: 16_384 })),
  assertions: Type.Optional(Type.Array(assertion, { maxItems: 20 })),
  extract: Type.Optional(Type.Array(extraction, { maxItems: 20 })),
})

export const stepSchema = Type.Unsafe<ScenarioStep>(schema)

export const readSteps = createStepsReader<ScenarioStep>(stepSchema)
