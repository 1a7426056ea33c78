import { buildOpenApi, buildSwagger, type DocumentInfo } from '@wachta/resource'
import type { FastifyInstance } from 'fastify'
import { renderReferencePage } from './reference-page.ts'

/** Serves the OpenAPI and Swagger documents and the reference page, all generated from the served operations. */
export function servePublic(app: FastifyInstance, documentInfo: DocumentInfo): void {
  const openApiText = JSON.stringify(buildOpenApi(documentInfo))
  const swaggerText = JSON.stringify(buildSwagger(documentInfo))
  const { html, policy } = renderReferencePage(documentInfo)
  const serveJson = (path: string, text: string) =>
    app.get(`/v3/public/${path}`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(text),
    )
  // The API publishes its OpenAPI document as swagger.json; openapi.json is the name that tools expect.
  serveJson('swagger.json', openApiText)
  serveJson('openapi.json', openApiText)
  serveJson('swagger2.json', swaggerText)
  app.get('/v3/public/doc/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html),
  )
  app.get('/v3/public/doc', (_request, reply) => reply.redirect('/v3/public/doc/', 301))
}
