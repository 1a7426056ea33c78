import { createPublishedInterface } from '@wachta/api/published'
import { buildSwagger, openApi } from '@wachta/resource'

export const openApiDocument = async () => written(openApi(createPublishedInterface()))
export const swaggerDocument = async () => written(buildSwagger(createPublishedInterface()))

const written = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`
