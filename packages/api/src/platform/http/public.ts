import { buildSwagger, type DocumentInfo, openApi } from '@wachta/resource'
import type { FastifyInstance } from 'fastify'
import { renderReferencePage } from './reference-page.ts'

/** Serves the OpenAPI and Swagger documents and the reference page, all generated from the served operations. */
export function servePublic(app: FastifyInstance, described: DocumentInfo): void {
  const openApiText = JSON.stringify(openApi(described))
  const swaggerText = JSON.stringify(buildSwagger(described))
  const { html, policy } = renderReferencePage(described)
  const json = (path: string, text: string) =>
    app.get(`/v3/public/${path}`, (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(text),
    )
  // The API publishes its OpenAPI document as swagger.json; openapi.json is the name that tools expect.
  json('swagger.json', openApiText)
  json('openapi.json', openApiText)
  json('swagger2.json', swaggerText)
  app.get('/v3/public/doc/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html),
  )
  app.get('/v3/public/doc', (_request, reply) => reply.redirect('/v3/public/doc/', 301))
}
