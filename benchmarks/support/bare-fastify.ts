import Fastify from 'fastify'

export interface Message {
  readonly path: string
  readonly answer: string
}

// The child process: Fastify with a constant response.
process.once('message', async ({ path, answer }: Message) => {
  const app = Fastify()
  app.post(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(answer))
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
})
process.once('disconnect', () => process.exit())
