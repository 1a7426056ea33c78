import type { Operation, OperationAnswer } from '@wachta/resource'
import { Type } from 'typebox'

/**
 * Adds the query parameter `fields` to hand-written lists (histories, logs, statistics), because lists of resources
 * have it too.
 */
export function addFieldsParameter(operation: Operation): Operation {
  const { method, result, query = [] } = operation
  const isList = method === 'GET' && Array.isArray(result)
  const names = isList ? listProperties(result[0]?.schema) : []
  if (names.length === 0 || query.some(({ name }) => name === 'fields')) return operation
  const name = `(?:${names.join('|')})`
  const fields = {
    name: 'fields',
    schema: Type.String({ pattern: `^${name}(?:,${name})*$` }),
    description: `Fields to return, separated by commas; all unless given: ${names.join(', ')}.`,
  }
  return {
    ...operation,
    query: [...query, fields],
    async handle(call) {
      const answer = await operation.handle(call)
      const chosen = call.query['fields']
      return answer === undefined || typeof chosen !== 'string' ? answer : pickFields(answer, chosen.split(','))
    },
  }
}

function pickFields(answer: OperationAnswer, names: readonly string[]): OperationAnswer {
  const { text, value, ...rest } = answer as OperationAnswer & { text?: string; value?: unknown }
  const rows = (text === undefined ? value : JSON.parse(text)) as Readonly<Record<string, unknown>>[]
  return { ...rest, value: rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]]))) }
}

const listProperties = (schema: unknown): string[] =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
