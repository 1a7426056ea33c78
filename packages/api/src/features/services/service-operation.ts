import { type Answer, type Call, demand, keyOf, type Operation } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { service } from './service.ts'

type Said = Pick<Operation, 'id' | 'path' | 'summary' | 'query' | 'result'> & Partial<Pick<Operation, 'description'>>

/** Makes operations that tell something of the past of one service to those who may read it. */
export function serviceOperations({ searcher: { registry } }: ApiContext, tag: string) {
  return (said: Said, answer: (service: number, call: Call) => Promise<Answer>): Operation => ({
    ...said,
    method: 'GET',
    tag,
    access: 'customer',
    on: { resource: 'service', flag: 'read' },
    status: 200,
    async handle(call) {
      const id = Number(keyOf(service, call))
      await demand(registry, service, id, 'read', call)
      return answer(id, call)
    },
  })
}

export type ServiceOperation = ReturnType<typeof serviceOperations>

/** A page of a list, and how many there are in all. */
export const pageOf = (rows: readonly unknown[], total: number): Answer => ({
  value: rows,
  headers: { 'x-total-count': String(total) },
})
