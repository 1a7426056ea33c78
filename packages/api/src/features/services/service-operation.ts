import { type Call, demand, type Operation, type OperationAnswer, parseKey } from '@wachta/resource'
import type { ApiContext } from '../../platform/context.ts'
import { service } from './service.ts'

type Said = Pick<Operation, 'id' | 'path' | 'summary' | 'query' | 'result'> & Partial<Pick<Operation, 'description'>>

/** Makes operations that tell something of the past of one service to those who may read it. */
export function serviceOperations({ searcher: { registry } }: ApiContext, tag: string) {
  return (said: Said, answer: (service: number, call: Call) => Promise<OperationAnswer>): Operation => ({
    ...said,
    method: 'GET',
    tag,
    access: 'customer',
    on: { resource: 'service', flag: 'read' },
    status: 200,
    async handle(call) {
      const id = Number(parseKey(service, call))
      await demand(registry, service, id, 'read', call)
      return answer(id, call)
    },
  })
}

export type ServiceOperation = ReturnType<typeof serviceOperations>

/** A page of a list, and how many there are in all. */
export const toPage = (rows: readonly unknown[], total: number): OperationAnswer => ({
  value: rows,
  headers: { 'x-total-count': String(total) },
})
