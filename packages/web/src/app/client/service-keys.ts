/**
 * Everything that is known about one service starts with this key, whichever feature asked for it: a change of the
 * service invalidates all of it.
 */
export const serviceKeys = {
  all: ['service'],
  one: (id: number) => ['service', id] as const,
} as const
