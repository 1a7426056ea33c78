import type { Operation, OperationAnswer } from '@wachta/resource'
import type { FastifyReply } from 'fastify'

/** Sends an answer. JSON text from the database is sent unchanged, without parsing it. */
export function send(reply: FastifyReply, operation: Operation, answer: OperationAnswer | undefined): FastifyReply {
  const { value, text, file, events, headers = {}, status = operation.status } = answer ?? {}
  reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (file) {
    reply.header('content-disposition', `attachment; filename="${file.name}"`)
    return reply.type(file.type).send(file.stream)
  }
  // Buffering proxies would never forward an endless stream.
  if (events) return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(events)
  const { etag } = headers
  if (etag !== undefined && reply.request.headers['if-none-match'] === etag) return reply.code(304).send()
  const body = text ?? (value === undefined ? undefined : JSON.stringify(value))
  // Encoded once: for a string, the framework would compute its length first and then encode it again.
  return body === undefined
    ? reply.send()
    : reply.type(operation.media ?? 'application/json; charset=utf-8').send(Buffer.from(body))
}
