import { type Call, demand, type Operation, type OperationAnswer, parseKey } from '@wachta/resource'
import { service } from './service.ts'

type Said = Pick<Operation, 'id' | 'path' | 'summary' | 'query' | 'result'> & Partial<Pick<Operation, 'description'>>

/** Makes operations that tell something of the past of one service to those who may read it. */
export function serviceOperations(tag: string) {
  return (said: Said, answer: (service: number, call: Call) => Promise<OperationAnswer>): Operation => ({
    ...said,
    method: 'GET',
    tag,
    access: 'customer',
    on: { resource: 'service', flag: 'read' },
    status: 200,
    async handle(call) {
      const id = Number(parseKey(service, call))
      await demand({ resource: service, key: id }, 'read', call)
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
