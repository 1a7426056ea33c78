/**
 * All query keys about a service start with this key, in every feature, so that a change of the service invalidates all
 * of them.
 */
export const serviceKeys = {
  all: ['service'],
  one: (id: number) => ['service', id] as const,
} as const
