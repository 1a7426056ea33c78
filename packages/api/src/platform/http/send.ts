import type { Operation, OperationAnswer } from '@wachta/resource'
import type { FastifyReply } from 'fastify'

/** Sends an answer. JSON that the database wrote goes out as it is, without being parsed on the way. */
export function send(reply: FastifyReply, operation: Operation, answer: OperationAnswer | undefined): FastifyReply {
  const { value, text, file, events, headers = {}, status = operation.status } = answer ?? {}
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (file) {
    reply.header('content-disposition', `attachment; filename="${file.name}"`)
    return reply.type(file.type).send(file.stream)
  }
  // A proxy that gathers an answer before it hands it on would hand this one on never.
  if (events) return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(events)
  const { etag } = headers
  if (etag !== undefined && reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
  const body = text ?? (value === undefined ? undefined : JSON.stringify(value))
  // As bytes: a string with one Polish letter in it would be measured first, and encoded afterwards.
  return body === undefined
    ? reply.send()
    : reply.type(operation.media ?? 'application/json; charset=utf-8').send(Buffer.from(body))
}
