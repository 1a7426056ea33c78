import { createRegistry } from '@wachta/resource'
import { features } from './index.ts'

export { unusedChoices } from './authentication/authentication.ts'

/** Every resource of the interface. */
export const registry = createRegistry(features.flatMap(({ resources = [] }) => resources))
