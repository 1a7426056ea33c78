import { publishedInterface } from '@wachta/api/published'
import { openApi, swagger } from '@wachta/resource'

export const openApiDocument = async () => written(openApi(publishedInterface()))
export const swaggerDocument = async () => written(swagger(publishedInterface()))

const written = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`
