import { answerAttacks } from './answers.ts'
import type { Attack } from './attack.ts'
import { consoleAttacks } from './console.ts'
import { memoryAttacks, storageAttacks } from './memory.ts'
import { networkAttacks } from './network.ts'
import { processorAttacks } from './processor.ts'
import { programAttacks } from './programs.ts'
import { prototypeAttacks } from './prototypes.ts'
import { redirectAttacks } from './redirects.ts'
import { scenarioAttacks } from './scenarios.ts'
import { schemeAttacks } from './schemes.ts'
import { sizeAttacks } from './sizes.ts'
import { windowAttacks } from './windows.ts'

/** All attacks. Names are unique, because pages are served by name. */
export const attacks: readonly Attack[] = [
  ...networkAttacks,
  ...redirectAttacks,
  ...schemeAttacks,
  ...windowAttacks,
  ...consoleAttacks,
  ...memoryAttacks,
  ...storageAttacks,
  ...processorAttacks,
  ...prototypeAttacks,
  ...sizeAttacks,
  ...answerAttacks,
  ...scenarioAttacks,
  ...programAttacks,
]

const byName = new Map(attacks.map((attack) => [attack.name, attack]))

export const findAttack = (name: string): Attack | undefined => byName.get(name)
