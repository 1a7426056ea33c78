import { describePublishedApi } from '@wachta/api/published'
import { buildOpenApi, buildSwagger } from '@wachta/resource'

export const generateOpenApi = async () => serialize(buildOpenApi(describePublishedApi()))
export const generateSwagger = async () => serialize(buildSwagger(describePublishedApi()))

const serialize = (document: unknown) => `${JSON.stringify(document, null, 1)}\n`
