import { type Call, demand, type Operation, type OperationAnswer, parseKey } from '@wachta/resource'
import { service } from './service.ts'

type Description = Pick<Operation, 'id' | 'path' | 'summary' | 'query' | 'result'> &
  Partial<Pick<Operation, 'description'>>

/** Creates GET operations under one service, for callers who may read it. */
export function serviceOperations(tag: string) {
  return (described: Description, answer: (service: number, call: Call) => Promise<OperationAnswer>): Operation => ({
    ...described,
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

/** Answers with a page of a list and its total length. */
export const toPage = (rows: readonly unknown[], total: number): OperationAnswer => ({
  value: rows,
  headers: { 'x-total-count': String(total) },
})
