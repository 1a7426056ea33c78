import { createRegistry } from '@wachta/resource'
import { features } from './index.ts'

/** Every resource of the API. */
export const registry = createRegistry(features.flatMap(({ resources = [] }) => resources))
